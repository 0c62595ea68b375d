"""The order inside a sitting: what is mixed up with each other is asked side by side."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def arranged(
    items: Sequence[Item],
    topic_of: Callable[[Item], str],
    confused_with: Mapping[str, frozenset[str]],
    *,
    after: str = "",
) -> list[Item]:
    """The items with topics interleaved; else their order is kept.

    After an item of one topic comes the first of a topic that is confused with it, else the first of
    another topic; the same topic follows itself only when nothing else is left.
    """
    waiting: dict[str, deque[tuple[int, Item]]] = {}
    for number, item in enumerate(items):
        waiting.setdefault(topic_of(item), deque()).append((number, item))
    order: list[Item] = []
    last = after
    while waiting:
        close = confused_with.get(last, frozenset())
        last = min(
            waiting, key=lambda topic: (topic == last, topic not in close, waiting[topic][0][0])
        )
        order.append(waiting[last].popleft()[1])
        if not waiting[last]:
            del waiting[last]
    return order
