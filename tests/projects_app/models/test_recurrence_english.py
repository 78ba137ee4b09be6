"""Recurrence rules in English, both ways."""

import pytest

from projects_app.models.recurrence import describe, to_rule

WORDED = [
    ("every day", "FREQ=DAILY"),
    ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
    ("every week", "FREQ=WEEKLY"),
    ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("every week on Saturday and Sunday", "FREQ=WEEKLY;BYDAY=SA,SU"),
    ("every 2 weeks on Monday and Friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"),
    ("every month", "FREQ=MONTHLY"),
    ("every month on day 31", "FREQ=MONTHLY;BYMONTHDAY=31"),
    ("every month on days 1, 10 and 20", "FREQ=MONTHLY;BYMONTHDAY=1,10,20"),
    ("every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("every month on day 15 and the last day", "FREQ=MONTHLY;BYMONTHDAY=15,-1"),
    ("every 3 months on the first Monday", "FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO"),
    ("every month on the first Monday and the last Friday", "FREQ=MONTHLY;BYDAY=1MO,-1FR"),
    ("every year", "FREQ=YEARLY"),
    ("every year on 11 March", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=11"),
    ("every week until 2026-12-31", "FREQ=WEEKLY;UNTIL=20261231"),
    ("every week on Monday, 10 times", "FREQ=WEEKLY;BYDAY=MO;COUNT=10"),
    ("every day, once", "FREQ=DAILY;COUNT=1"),
]


@pytest.mark.parametrize(("english", "rule"), WORDED)
def test_a_rule_and_its_wording_say_the_same(english, rule):
    assert describe(rule) == english
    assert to_rule(english) == rule


@pytest.mark.parametrize(
    ("rule", "english"),
    [
        ("FREQ=MONTHLY;BYMONTHDAY=-2", "every month on the 2nd day from the end"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on Friday if it is day 13"),
        ("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "every year on the last Sunday in October"),
        ("FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday"),
        ("FREQ=YEARLY;BYDAY=-22MO", "every year on the 22nd Monday from the end"),
        (
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-2",
            "every month on Monday (only the 2nd from the end of these)",
        ),
        ("FREQ=DAILY;BYMONTH=6,7,8", "every day in June, July and August"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1,11",
            "every month on Monday and Tuesday (only the 11th and last of these)",
        ),
    ],
)
def test_a_rule_beyond_simple_english_still_has_a_wording(rule, english):
    assert describe(rule) == english


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("daily", "FREQ=DAILY"),
        ("  Every   DAY ", "FREQ=DAILY"),
        ("weekly on tue", "FREQ=WEEKLY;BYDAY=TU"),
        ("fortnightly", "FREQ=WEEKLY;INTERVAL=2"),
        ("every other week", "FREQ=WEEKLY;INTERVAL=2"),
        ("every other Tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("every monday and thursdays", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every workday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU"),
        ("every 2 weeks on mon, fri", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"),
        ("every month on the 31st", "FREQ=MONTHLY;BYMONTHDAY=31"),
        ("every month on the 1st and the 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("every month on the 2nd tuesday", "FREQ=MONTHLY;BYDAY=2TU"),
        ("quarterly on the last friday", "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR"),
        ("annually", "FREQ=YEARLY"),
        ("every year on march 11th", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=11"),
        ("every year on the 29th of feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
        ("freq=weekly;byday=mo", "FREQ=WEEKLY;BYDAY=MO"),
    ],
)
def test_what_people_write_is_understood(phrase, rule):
    assert to_rule(phrase) == rule


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        " ",
        "soon",
        "every",
        "every m",
        "every s",
        "every blue moon",
        "every 0 days",
        "every 1001 days",
        "every day on monday",
        "every week on",
        "every month on friday",
        "every month on the",
        "every month on 32",
        "every month on the 1st and first monday",
        "every year on 30 february",
        "every year on march",
        "every year on 1 march and 2 april",
        "every week until 2026-02-30",
        "every day, 0 times",
        "every day" + " " * 500,
    ],
)
def test_what_is_not_understood_is_refused(phrase):
    with pytest.raises(ValueError, match=r"\w"):
        to_rule(phrase)
