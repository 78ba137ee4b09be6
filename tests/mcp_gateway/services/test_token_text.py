"""Tokens as text."""

import re
import zlib

import pytest

from mcp_gateway.registry import Scope
from mcp_gateway.services.token_text import (
    ALPHABET,
    checksum,
    is_well_formed,
    new_secret,
    tokens_in_text,
)

KNOWN = "mgr_" + "Z" * 43


@pytest.mark.parametrize(
    ("scope", "prefix"), [(Scope.READ, "mgr_"), (Scope.FULL, "mgf_"), (Scope.AGENT, "mga_")]
)
def test_a_token_is_prefix_randomness_and_checksum(scope, prefix):
    secret = new_secret(scope)

    assert re.fullmatch(prefix + "[0-9A-Za-z]{49}", secret)
    assert is_well_formed(secret)
    assert secret != new_secret(scope)


def test_the_checksum_is_the_crc_32_of_what_precedes_it_in_base_62():
    digits = checksum(KNOWN)

    value = 0
    for digit in digits:
        value = value * 62 + ALPHABET.index(digit)
    assert len(digits) == 6
    assert value == zlib.crc32(KNOWN.encode())


def test_no_changed_character_keeps_a_token_well_formed():
    secret = new_secret(Scope.AGENT)

    for index, character in enumerate(secret):
        other = "a" if character != "a" else "b"
        assert not is_well_formed(secret[:index] + other + secret[index + 1 :])


@pytest.mark.parametrize(
    "text",
    ["", "mgr_", "x", "mgr_" + "é" * 49, "mgr_" + "0" * 49, "mgr_" + "0" * 5_000],
    ids=["empty", "prefix", "letter", "not ASCII", "wrong checksum", "long"],
)
def test_other_text_is_no_token(text):
    assert not is_well_formed(text)


def test_a_token_with_anything_around_it_is_not_well_formed():
    secret = new_secret(Scope.READ)

    assert not is_well_formed(f" {secret}")
    assert not is_well_formed(f"{secret}\n")
    assert not is_well_formed(f"{secret}0")


def test_real_tokens_are_found_in_text_and_look_alikes_are_not():
    first, second = new_secret(Scope.READ), new_secret(Scope.AGENT)
    text = f"use {first}, or “{second}”. Not mgr_{'0' * 49} nor {first}x."

    assert tokens_in_text(text) == [first, second]
    assert tokens_in_text("") == []
