"""What is raised. A refused move is no error: it is a value, a Refusal."""


class CroupierError(Exception):
    """Something is wrong that is not a matter of the rules; `name` is the library's word for it, or None."""

    def __init__(self, text, name=None):
        super().__init__(text)
        self.name = name


class WrongUse(CroupierError, ValueError):
    """A call that cannot be meant: a move of another game, a seat that is not there, a number that is not legal."""


class Closed(CroupierError):
    """The match was closed, or belongs to another thread."""


class Broken(CroupierError):
    """The referee stopped the match because of a fault of its own; the record shows it."""
