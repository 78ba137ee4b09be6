"""What a person or an assistant can do at the gateway, one function a deed.

Services know models, settings and declarations; they know nothing of HTTP, JSON-RPC or the
admin, which call them and show what comes back.
"""
