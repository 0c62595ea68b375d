"""The code that a bank cites: by its questions, and beside them by frameworks.yaml."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from qbank.archives import normal
from qbank.content.base import CodeSource

if TYPE_CHECKING:
    from qbank.bank.catalog import Bank
    from qbank.content.base import Question

FRAMEWORKS = "frameworks.yaml"


class Citation(NamedTuple):
    """A symbol in a file of a release. `package` is `name==version` or `owner/name@commit`."""

    package: str
    path: str
    symbol: str

    @property
    def name(self) -> str:
        """The package's name; for a commit that of the repository without its owner."""
        return name_and_version(self.package)[0]

    @property
    def version(self) -> str:
        """The release, or the commit."""
        return name_and_version(self.package)[1]


class Cited(NamedTuple):
    """A citation and who makes it: the id of a question, or the name of a file beside them."""

    citation: Citation
    by: str


def name_and_version(package: str) -> tuple[str, str]:
    """`(name, version)`, as archives are named."""
    if "==" in package:
        name, _, version = package.partition("==")
        return normal(name), version
    repository, _, commit = package.partition("@")
    return normal(repository.rpartition("/")[2]), commit


def of_question(question: "Question") -> Iterator[Citation]:
    """The code sources of a question."""
    for source in question.sources:
        if isinstance(source, CodeSource):
            yield Citation(source.package, source.path, source.symbol)


def verified_releases(question: "Question") -> Mapping[str, str]:
    """The releases under `verified_with`, by the names that archives have."""
    return {normal(name): str(version) for name, version in question.verified_with.items()}


def of_bank(bank: "Bank", root: int | None = None) -> Iterator[Cited]:
    """The citations of all questions and of frameworks.yaml; with `root`, of one folder of the bank."""
    for entry in bank.entries.values():
        if root is None or entry.key.root == root:
            for citation in of_question(bank.get(entry.id)):
                yield Cited(citation, entry.id)
    for key, data in bank.index.sides():
        if key.path == FRAMEWORKS and root in {None, key.root}:
            for framework in data.values():
                yield from _of_side(framework.get("sources", ()))


def _of_side(sources: Iterable[dict[str, str]]) -> Iterator[Cited]:
    for source in sources:
        if source["type"] == "code":
            citation = Citation(source["package"], source["path"], source["symbol"])
            yield Cited(citation, FRAMEWORKS)
