"""A load generator that costs little, since it shares the machine with the server.

One thread, raw sockets that are kept open, requests that are encoded once; of an answer it reads
the status and the length alone.
"""

import selectors
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

CHUNK: Final = 262_144
TIMEOUT_SECONDS: Final = 30.0
END_OF_HEAD: Final = b"\r\n\r\n"
LENGTH: Final = b"content-length: "


class LoadError(Exception):
    """The server answered something else than 200, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One request, ready to be sent."""

    name: str
    host: str
    port: int
    request: bytes


def make_target(
    name: str, *, host: str, port: int, path: str, headers: Mapping[str, str], body: bytes = b""
) -> Target:
    """Encode a POST, or a GET where there is no body."""
    lines = [
        f"{'POST' if body else 'GET'} {path} HTTP/1.1",
        f"Host: {host}:{port}",
        f"Content-Length: {len(body)}",
        *(f"{key}: {value}" for key, value in headers.items()),
    ]
    head = "\r\n".join(lines).encode("ascii") + END_OF_HEAD
    return Target(name=name, host=host, port=port, request=head + body)


def fetch(target: Target) -> bytes:
    """Send the request once and return the body of the answer.

    Raises:
        LoadError: it is not a 200.
    """
    connection = _Connection(target)
    try:
        connection.send()
        while not connection.receive():
            pass
        return connection.body
    finally:
        connection.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How many answers came, and in how many seconds."""

    answered: int
    seconds: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answered / self.seconds


def drive(target: Target, *, connections: int, seconds: float) -> Load:
    """Send requests over so many connections, each with one under way.

    Raises:
        LoadError: an answer is not a 200.
    """
    opened = [_Connection(target) for _ in range(connections)]
    try:
        return _drive(opened, seconds)
    finally:
        for connection in opened:
            connection.close()


def _drive(connections: list["_Connection"], seconds: float) -> Load:
    """Send for so long, then wait for what is under way: none of it falls on the next run."""
    answered = 0
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
            connection.send()
        under_way = len(connections)
        started = time.perf_counter()
        until = started + seconds
        while under_way:
            ready = selector.select(TIMEOUT_SECONDS)
            if not ready:
                raise LoadError(f"No answer within {TIMEOUT_SECONDS} seconds.")
            for connection in (key.data for key, _ in ready):
                if not connection.receive():
                    continue
                answered += 1
                if time.perf_counter() < until:
                    connection.send()
                else:
                    under_way -= 1
    return Load(answered=answered, seconds=time.perf_counter() - started)


class _Connection:
    """One kept-open connection."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.socket = socket.create_connection((target.host, target.port), TIMEOUT_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.body = b""
        self._received = bytearray()
        self._length: int | None = None

    def send(self) -> None:
        """Send the request."""
        self._received.clear()
        self._length = None
        self.socket.sendall(self.target.request)

    def receive(self) -> bool:
        """Read what there is; return whether the answer is complete."""
        data = self.socket.recv(CHUNK)
        if not data:
            raise LoadError(f"{self.target.name}: the server closed the connection.")
        self._received += data
        if self._length is None:
            self._length = self._whole_length()
        if self._length is None or len(self._received) < self._length:
            return False
        self.body = bytes(self._received[self._received.index(END_OF_HEAD) + 4 :])
        return True

    def close(self) -> None:
        """Close the socket."""
        self.socket.close()

    def _whole_length(self) -> int | None:
        end = self._received.find(END_OF_HEAD)
        if end < 0:
            return None
        head = bytes(self._received[:end]).lower()
        status, _, _ = head.partition(b"\r\n")
        if b" 200 " not in status:
            raise LoadError(f"{self.target.name}: {status.decode('ascii')}")
        _, _, rest = head.partition(LENGTH)
        return end + len(END_OF_HEAD) + int(rest.partition(b"\r\n")[0])
