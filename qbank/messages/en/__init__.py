"""English interface strings."""

from qbank.messages.base import Messages
from qbank.messages.en.commands import Commands
from qbank.messages.en.session import Session


class English(Session, Commands):
    """Every word of the interface in English."""


EN: Messages = English()
