"""The ladder from a message to a call: era, `_meta`, version, standard headers, method."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcp_gateway.protocol.constants import (
    ASSUMED_REVISION,
    META,
    META_CLIENT_CAPABILITIES,
    META_CLIENT_INFO,
    META_VERSION,
    METHOD_HEADER,
    MODERN_VERSIONS,
    NAME_HEADER,
    NAMED_PARAM,
    REVISIONS,
    VERSION_HEADER,
    Era,
    Method,
    Revision,
)
from mcp_gateway.protocol.envelope import (
    NO_PARAMS,
    Notification,
    Params,
    Request,
    Response,
    names_version,
)
from mcp_gateway.protocol.errors import (
    HeaderMismatchError,
    InvalidMetaError,
    InvalidRequestError,
    MethodNotFoundError,
    MissingCapabilityError,
    ProtocolError,
    RequestId,
    UnsupportedVersionError,
)
from mcp_gateway.protocol.headers import Headers, header_value, require_header


@dataclass(frozen=True, slots=True)
class Opened:
    """A request that passed every check up to its method; its params are still to be read.

    Attributes:
        client_info: what a modern client says of itself, None where it says nothing.
        client_capabilities: in the form of `ClientCapabilities`; empty for a legacy request,
            which declared them in an `initialize` that is not remembered.
    """

    id: RequestId
    method: Method
    params: Params
    revision: Revision
    client_info: Mapping[str, object] | None = None
    client_capabilities: Mapping[str, object] = field(default_factory=dict)

    @property
    def era(self) -> Era:
        return self.revision.era

    def require_capability(self, name: str) -> None:
        """Check that a modern client declared a capability, such as `sampling`.

        Raises:
            MissingCapabilityError: it did not.
        """
        if self.era is Era.MODERN and name not in self.client_capabilities:
            raise MissingCapabilityError({name: {}})


def open_request(request: Request, headers: Headers) -> Opened:
    """Take a request up the ladder.

    Legacy requests are bound to their headers by the version alone. A modern one repeats its
    version, method and name in headers (2026-07-28 `basic/transports`), and the body decides.

    Raises:
        InvalidMetaError: a modern `_meta` lacks something or has it of a wrong type.
        HeaderMismatchError: a standard header is missing or disagrees with the body.
        UnsupportedVersionError: the version is not served.
        MethodNotFoundError: the revision has no such method.
        All of them carry the request's id.
    """
    try:
        version = header_value(headers, VERSION_HEADER)
        if era_of(request.params, version) is Era.MODERN:
            return _open_modern(request, headers, version)
        return _open(request, ASSUMED_REVISION if version is None else REVISIONS[version])
    except ProtocolError as exc:
        exc.request_id = request.id
        raise


def acknowledge(message: Notification | Response, headers: Headers) -> None:
    """Check a message that is owed no reply; when nothing is raised, 202 acknowledges it.

    Which headers such a message needs is not specified: the version alone is looked at.

    Raises:
        UnsupportedVersionError: the header names a version that is not served.
        InvalidRequestError: a response under 2026-07-28, where servers ask nothing.
    """
    version = header_value(headers, VERSION_HEADER)
    if version is None:
        return
    revision = REVISIONS.get(version)
    if revision is None:
        raise UnsupportedVersionError(version)
    if isinstance(message, Response) and revision.era is Era.MODERN:
        raise InvalidRequestError("A response answers nothing here: this server asks nothing.")


def era_of(params: Params, header_version: str | None) -> Era:
    """The era of a request: `_meta` decides, then the header; neither means legacy.

    Raises:
        UnsupportedVersionError: only the header names a version, and it is not known.
    """
    if names_version(params):
        return Era.MODERN
    if header_version is None:
        return Era.LEGACY
    revision = REVISIONS.get(header_version)
    if revision is None:
        raise UnsupportedVersionError(header_version)
    return revision.era


def _open_modern(request: Request, headers: Headers, header_version: str | None) -> Opened:
    meta = request.params.get(META)
    if not isinstance(meta, dict):
        raise InvalidMetaError(f"params.{META} must be an object.")
    version = meta.get(META_VERSION)
    if not isinstance(version, str):
        raise InvalidMetaError(f"params.{META} must name {META_VERSION} as a string.")
    capabilities = meta.get(META_CLIENT_CAPABILITIES)
    if not isinstance(capabilities, dict):
        raise InvalidMetaError(f"params.{META} must hold {META_CLIENT_CAPABILITIES} as an object.")
    client = meta.get(META_CLIENT_INFO)
    if not isinstance(client, dict | None):
        raise InvalidMetaError(f"params.{META}: {META_CLIENT_INFO} must be an object.")
    _require_modern_version(version, header_version)
    require_header(headers, METHOD_HEADER, request.method)
    _require_name(request, headers)
    return _open(request, REVISIONS[version], client=client, capabilities=capabilities)


def _require_modern_version(version: str, header_version: str | None) -> None:
    if header_version is None:
        raise HeaderMismatchError(f"The {VERSION_HEADER} header is missing.")
    if header_version != version:
        raise HeaderMismatchError(f"The {VERSION_HEADER} header and params.{META} differ.")
    if version not in MODERN_VERSIONS:
        raise UnsupportedVersionError(version)


def _require_name(request: Request, headers: Headers) -> None:
    """Check `Mcp-Name`; a name that the body lacks is left to the check of the params."""
    key = NAMED_PARAM.get(request.method)
    name = request.params.get(key) if key else None
    if isinstance(name, str):
        require_header(headers, NAME_HEADER, name)


def _open(
    request: Request,
    revision: Revision,
    *,
    client: Mapping[str, object] | None = None,
    capabilities: Mapping[str, object] = NO_PARAMS,
) -> Opened:
    if request.method not in revision.methods:
        raise MethodNotFoundError(request.method, revision.era)
    method = Method(request.method)
    return Opened(request.id, method, request.params, revision, client, capabilities)
