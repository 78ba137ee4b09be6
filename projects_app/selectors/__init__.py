"""Reading: every selector takes the actor and starts from what they may see."""
