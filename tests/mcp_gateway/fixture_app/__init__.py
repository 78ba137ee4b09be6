"""An app without models whose tools, resources and prompts the tests call."""
