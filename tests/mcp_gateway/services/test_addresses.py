"""The client's address, which a client must not be able to choose."""

import pytest

from mcp_gateway.services.addresses import client_address, throttle_key


@pytest.mark.parametrize(
    ("remote", "forwarded", "proxy_count", "address"),
    [
        pytest.param("192.0.2.1", "203.0.113.9", 0, "192.0.2.1", id="no proxy, header ignored"),
        pytest.param("10.0.0.1", "203.0.113.9", 1, "203.0.113.9", id="one proxy"),
        pytest.param("10.0.0.1", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9", id="made-up hop"),
        pytest.param("10.0.0.1", "1.1.1.1,203.0.113.9, 10.0.0.2", 2, "203.0.113.9", id="two"),
        pytest.param("10.0.0.1", "203.0.113.9", 2, "10.0.0.1", id="fewer hops than proxies"),
        pytest.param("10.0.0.1", "", 1, "10.0.0.1", id="no header"),
        pytest.param("10.0.0.1", "unknown", 1, "10.0.0.1", id="no address"),
        pytest.param("10.0.0.1", "203.0.113.9:4711", 1, "203.0.113.9", id="with a port"),
        pytest.param("10.0.0.1", "[2001:db8::1]:4711", 1, "2001:db8::1", id="IPv6 with a port"),
        pytest.param("2001:DB8:0::1", "", 0, "2001:db8::1", id="canonical"),
        pytest.param("::ffff:192.0.2.1", "", 0, "192.0.2.1", id="mapped"),
        pytest.param("fe80::1%eth0", "", 0, "fe80::1", id="zone"),
        pytest.param("", "", 0, None, id="Unix socket"),
    ],
)
def test_the_address_is_that_which_the_outermost_own_proxy_saw(
    remote, forwarded, proxy_count, address
):
    found = client_address(remote=remote, forwarded=forwarded, proxy_count=proxy_count)

    assert found == address


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (None, "unknown"),
    ],
)
def test_a_client_with_a_network_of_addresses_counts_as_one(address, key):
    assert throttle_key(address) == key
