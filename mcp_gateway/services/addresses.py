"""The client's network address, behind a known number of proxies."""

import ipaddress


def client_address(*, remote: str, forwarded: str, proxy_count: int) -> str | None:
    """Return the address of the client in canonical form, or None where none can be told.

    Each proxy appends the address it was called from to `X-Forwarded-For`, so that with N
    proxies of our own the N-th from the right is the client; what stands left of it was sent
    by the client and proves nothing.

    Args:
        remote: the address of the connection (`REMOTE_ADDR`); empty on a Unix socket.
        forwarded: the value of `X-Forwarded-For`, empty where there is none.
        proxy_count: how many proxies of our own stand before the site; 0 ignores the header.
    """
    if proxy_count:
        hops = [part.strip() for part in forwarded.split(",")]
        if len(hops) >= proxy_count and (address := _canonical(hops[-proxy_count])):
            return address
    return _canonical(remote)


def throttle_key(address: str | None) -> str:
    """Return what failed sign-ins are counted under: the address, of IPv6 the /64 network.

    A single IPv6 client usually has a /64 to choose addresses from (RFC 6177).
    """
    if address is None:
        return "unknown"
    parsed = ipaddress.ip_address(address)
    if parsed.version == 4:  # noqa: PLR2004  # the version of IP
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def _canonical(text: str) -> str | None:
    bare = text.strip().partition("%")[0]
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(bare)
    except ValueError:
        return None
    mapped = getattr(parsed, "ipv4_mapped", None)
    return str(mapped or parsed)
