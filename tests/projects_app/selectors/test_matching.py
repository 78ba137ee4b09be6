"""Text is found whatever its case, and taken literally."""

import string
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from projects_app.models import Task
from projects_app.selectors.matching import contains, equals, id_begins
from tests.make import make_task, make_user

texts = st.text(
    st.sampled_from(string.ascii_letters + "äÄéÉжЖ%_\\.*?[]^$ "), min_size=1, max_size=4
)


class TestMatching(TestCase):
    """Each example runs in a transaction of its own."""

    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(title=texts, text=texts)
    def test_a_text_is_contained_or_equal_as_case_folding_says(self, title, text):
        make_task(owner=make_user(), title=title)

        found = Task.objects.filter(contains("title", text)).exists()
        same = Task.objects.filter(equals("title", text)).exists()

        assert found == (text.casefold() in title.casefold())
        assert same == (text.casefold() == title.casefold())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "is_found"),
    [
        ("", True),
        ("0", True),
        ("0b6f1c2d-", True),
        ("0B6F1C2D", True),
        ("0b6f1c2d-0000-4000-8000-00000000000a", True),
        ("0b6f1c2d-0000-4000-8000-00000000000b", False),
        ("1", False),
        ("x", False),
        ("0" * 33, False),
    ],
)
def test_an_id_is_found_by_its_beginning(typed, is_found):
    make_task(id=UUID("0b6f1c2d-0000-4000-8000-00000000000a"))

    assert Task.objects.filter(id_begins(typed)).exists() is is_found
