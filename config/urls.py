"""URLs of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("mcp_gateway.api.routes")),
    path("api/v1/", include("mcp_gateway.rest.urls")),
    path("api/v1/", include("projects_app.rest.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "mcp_gateway.api.fallbacks.bad_request"
handler404 = "mcp_gateway.api.fallbacks.not_found"
handler500 = "mcp_gateway.api.fallbacks.server_error"
