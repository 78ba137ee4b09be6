"""What requests may hold: values of the right JSON type, and no key that is not known."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

_QUOTED_CHARACTERS = 80


class StrictBoolean(serializers.BooleanField):
    """`true` or `false`, not a word or a number that reads like one."""

    def to_internal_value(self, data: object) -> bool:
        """Return the value as it is.

        Raises:
            ValidationError: it is no JSON boolean.
        """
        if not isinstance(data, bool):
            self.fail("invalid", input=type(data).__name__)
        return data


class StrictText(serializers.CharField):
    """A JSON string, not a number that could be written as one."""

    def to_internal_value(self, data: object) -> str:
        """Return the text.

        Raises:
            ValidationError: it is no JSON string, or holds NUL or half a surrogate pair.
        """
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictInteger(serializers.IntegerField):
    """A JSON integer, not a truth value or a text that reads like one."""

    def to_internal_value(self, data: object) -> int:
        """Return the number.

        Raises:
            ValidationError: it is no JSON integer.
        """
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class StrictInput(serializers.Serializer[Any]):
    """An object that takes the declared keys alone; a misspelt one is refused by its name."""

    def run_validation(self, data: Any = empty) -> Any:
        """Return the checked values.

        Raises:
            ValidationError: a key is unknown, or a value wrong.
        """
        if isinstance(data, dict):
            for name in data:
                if name not in self.fields:
                    shown = name[:_QUOTED_CHARACTERS]
                    known = ", ".join(self.fields)
                    raise serializers.ValidationError({shown: [f"Not known here. Known: {known}."]})
        return super().run_validation(data)
