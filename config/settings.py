"""Settings of the site: one file, driven by the environment (see docs/settings.md)."""

from pathlib import Path

from config.env import (
    env_bool,
    env_choice,
    env_database,
    env_int,
    env_list,
    env_redis_url,
    env_secret_key,
    env_url,
    refuse_unknown_names,
)

BASE_DIR = Path(__file__).resolve().parent.parent
refuse_unknown_names()

# --- Site -------------------------------------------------------------------------------------
SECRET_KEY = env_secret_key("SECRET_KEY", local_file=BASE_DIR / "var" / "secret_key")
DEBUG = env_bool("DEBUG")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", default=("localhost", "127.0.0.1", "[::1]"))
BASE_URL = env_url("BASE_URL", default="http://localhost:8000")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGIN_URL = "admin:login"

INSTALLED_APPS = [
    "projects_app",
    "mcp_gateway",
    "solo",
    "rest_framework",
    "drf_spectacular",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database, cache, jobs --------------------------------------------------------------------
DATABASES = {
    "default": env_database("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}")
}
REDIS_URL = env_redis_url("REDIS_URL")
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TIMEZONE = "UTC"

# --- Language, time, files --------------------------------------------------------------------
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "static/"
# Served from where the apps have them: there is nothing to collect, so no STATIC_ROOT either.
WHITENOISE_USE_FINDERS = True

# --- Security ---------------------------------------------------------------------------------
HTTPS = BASE_URL.startswith("https://")
PROXY_COUNT = env_int("PROXY_COUNT", default=0, maximum=10)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY_COUNT else None
SECURE_SSL_REDIRECT = HTTPS
# A redirect turns a client's POST into a GET, so the machine endpoints are never redirected.
SECURE_REDIRECT_EXEMPT = [
    r"^mcp",
    r"^api/",
    r"^openapi\.json$",
    r"^healthz$",
    r"^readyz$",
    r"^\.well-known/",
]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_TRUSTED_ORIGINS = [BASE_URL]
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# --- Gateway ----------------------------------------------------------------------------------
MCP_GATEWAY = {
    "base_url": BASE_URL,
    "read_only": env_bool("MCP_READ_ONLY"),
    "enabled_at_first_start": env_bool("MCP_ENABLED"),
    "writes_at_first_start": env_bool("MCP_WRITES"),
    "proxy_count": PROXY_COUNT,
    "limits_storage_url": REDIS_URL or "memory://",
}

# --- REST -------------------------------------------------------------------------------------
# The gateway's views bring their own authentication; any other view is closed unless it says.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "MCP Gateway",
    "DESCRIPTION": "Governed access for AI assistants to a team's work.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "OAS_VERSION": "3.1.0",
}

# --- Logging ----------------------------------------------------------------------------------
LOG_LEVEL = env_choice(
    "LOG_LEVEL", choices=("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), default="INFO"
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
