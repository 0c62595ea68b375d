"""Chinese interface strings."""

from qbank.messages.base import Messages
from qbank.messages.zh.commands import Commands
from qbank.messages.zh.session import Session


class Chinese(Session, Commands):
    """Every word of the interface in Chinese."""


ZH: Messages = Chinese()
