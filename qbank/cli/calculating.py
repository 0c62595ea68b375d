"""Compute: calc."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from qbank.cli import complete, options
from qbank.cli.context import App
from qbank.cli.plotting import Plot, data_of, picture_of, text_of, write
from qbank.errors import NotFoundError, QbankError, UsageError

if TYPE_CHECKING:
    from qbank.formulas.formula import Formula, Given
    from qbank.view.computed import Computed

_HELP = frozenset({"-h", "--help"})


class Words(NamedTuple):
    """The command line of `calc`: the formula's name, its arguments as typed, and whether help is wanted."""

    name: str
    given: dict[str, str]
    wants_help: bool


class CalcCommand(TyperCommand):
    """Takes the arguments of any formula as options, and completes them."""

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The command's own options, and those of the formula that was named."""
        own = super().shell_complete(ctx, incomplete)
        words = next(each for each in self.params if each.name == "words")
        return [*own, *words.shell_complete(ctx, incomplete)]


OPTIONS: Mapping[str, Any] = {
    "cls": CalcCommand,
    "context_settings": {"ignore_unknown_options": True, "help_option_names": []},
    "options_metavar": "",
}
"""How typer is told that the arguments of formulas, and help on a formula, are read here."""


def calc(  # noqa: PLR0913, PLR0917  # the options of a command
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME] [--ARGUMENT VALUE]...",
            help="A formula and its arguments; none lists the formulas. NAME --help explains one.",
            autocompletion=complete.formula_words,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            help="Take sizes that are not given from this model, such as llama-3-70b.",
            autocompletion=complete.models,
        ),
    ] = None,
    plot: Annotated[
        bool, typer.Option("--plot", help="Draw it, where the formula has a picture.")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option("-o", help="Write the picture: FILE.svg or FILE.txt; - is SVG on stdout."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    json_: options.Json = False,
) -> None:
    """Compute a formula and show the working. Values take units: 7B, 8k, 80GB, 25Gb/s, 40%.

    \b
    qbank calc zero-model-states --params 70e9 --ranks 8 --stage 3
    qbank calc kv-cache --model llama-3-70b --tokens 8k
    qbank calc pipeline-bubble --stages 4 --microbatches 8 --plot
    """
    app: App = ctx.obj
    read = split(words or ())
    if not read.name and read.wants_help:
        app.say(ctx.get_help())
    elif not read.name:
        own = {"model": model, "plot": plot or output}
        _refuse_nameless([*read.given, *(name for name, value in own.items() if value)])
        _list(app, json_)
    elif read.wants_help:
        _explain(app, _formula(read.name), json_)
    else:
        formula = _formula(read.name)
        try:
            computed = _computed(app, formula, read.given, model)
            _show(app, computed, Plot(plot or output is not None, output, force), json_)
        except QbankError as error:
            raise _as_typed(error, formula, read.given) from error


def _list(app: App, json_: bool) -> None:
    if json_:
        from qbank.view.computed import list_data

        app.emit("calc", list_data())
        return
    from qbank.view.calculating import list_text

    app.page(list_text(app))


def _explain(app: App, formula: "Formula", json_: bool) -> None:
    """The page of one formula."""
    if json_:
        from qbank.view.computed import formula_data

        app.emit("calc", formula_data(formula))
        return
    from qbank.view.calculating import page_text

    app.page(page_text(app, formula, _fillable(formula)))


def _show(app: App, computed: "Computed", plot: Plot, json_: bool) -> None:
    """The value with its working, and the picture where it was asked for."""
    from qbank.view.calculating import value_text
    from qbank.view.computed import value_data

    plot.check(json=json_)
    picture = picture_of(computed) if plot.is_wanted else None
    if picture and plot.output:
        write(app, picture, plot.output)
        if plot.is_alone:
            return
    if json_:
        drawn = {"plot": data_of(app, picture)} if picture else {}
        app.emit("calc", {**value_data(computed), **drawn})
        return
    parts = [value_text(app, computed)]
    if picture and not plot.output:
        parts.append(text_of(app, picture))
    app.page("\n\n".join(parts))


def split(words: Sequence[str]) -> Words:
    """The name and the arguments: `--name value`, `--name=value` or `name=value`. Raises UsageError."""
    name, wants_help = "", False
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _HELP:
            wants_help = True
        elif word.startswith("--") or (name and "=" in word):
            key, has_value, value = word.removeprefix("--").partition("=")
            if not has_value:
                # a switch of a formula may stand alone
                value = rest.pop(0) if rest and not _is_option(rest[0]) else "yes"
            _add(given, key.replace("-", "_"), value)
        elif name:
            message = f"`{word}` stands alone"
            raise UsageError(message, hint=f"write --ARGUMENT {word}; qbank calc {name} --help")
        else:
            name = word
    return Words(name, given, wants_help)


def _is_option(word: str) -> bool:
    return word.startswith("--") or word in _HELP


def _add(given: dict[str, str], key: str, value: str) -> None:
    if key in given:
        message = f"`--{key.replace('_', '-')}` is given twice"
        raise UsageError(message, hint="give each argument once")
    given[key] = value


def _refuse_nameless(given: Sequence[str]) -> None:
    if given:
        message = f"`--{given[0].replace('_', '-')}` is given without a formula"
        raise UsageError(message, hint="qbank calc lists the formulas")


def _formula(name: str) -> "Formula":
    from qbank.formulas import get

    try:
        return get(name)
    except NotFoundError as error:
        raise NotFoundError(error.message, hint=error.hint.replace("_", "-")) from error


def _fillable(formula: "Formula") -> tuple[str, ...]:
    """The arguments that a model can fill, by a model that the formula is for."""
    from qbank.formulas.filling import filled

    for model in ("llama-3-8b", "gpt2"):
        try:
            return tuple(filled(formula, model))
        except QbankError:
            continue
    return ()


def _computed(app: App, formula: "Formula", given: dict[str, str], model: str | None) -> "Computed":
    """Compute with what was typed, what a model says, and defaults. Errors get an example that runs."""
    from qbank.formulas import evaluate, working
    from qbank.formulas.checking import check_arguments
    from qbank.view.computed import Computed

    filled = _filled(formula, given, model)
    arguments: dict[str, Given] = {**filled, **given}
    try:
        values = check_arguments(formula, arguments)
        value = evaluate(formula.name, arguments)
        steps = working(formula.name, arguments, app.settings.lang.value)
    except QbankError as error:
        raise _with_example(error, formula, given, filled) from error
    origins = {name: model or "" for name in filled if name not in given}
    defaults = {name: "" for name in values if name not in arguments}
    return Computed(formula, values, {**origins, **defaults}, value, steps)


def _filled(formula: "Formula", given: dict[str, str], model: str | None) -> dict[str, int]:
    """What the model fills. A formula about a model takes `--model` as its own argument."""
    if model is None:
        return {}
    if any(each.name == "model" for each in formula.parameters):
        given["model"] = model
        return {}
    from qbank.formulas.filling import filled

    return filled(formula, model)


def _with_example(
    error: QbankError, formula: "Formula", given: Mapping[str, str], filled: Mapping[str, int]
) -> QbankError:
    """The same error with a call that runs."""
    from qbank.view.computed import example_line

    names = {each.name for each in formula.parameters}
    kept = {n: v for n, v in given.items() if n in names and f"`{n}`" not in error.message}
    values = next(filter(None, (_runs(formula, one, filled) for one in (kept, {}))))
    message, hint = error.message, error.hint
    suggestion = hint if hint.startswith(("did you mean", "one of")) else ""
    line = example_line(formula, values)
    return UsageError(message, hint=f"{suggestion} as in: {line}" if suggestion else line)


def _as_typed(error: QbankError, formula: "Formula", given: Mapping[str, str]) -> QbankError:
    """The same error with the names of formulas and arguments as the command line spells them."""
    import re

    from qbank.formulas import FORMULAS
    from qbank.view.computed import shown_name

    names = {*FORMULAS, *(each.name for each in formula.parameters), *given}
    spelled = "|".join(sorted((name for name in names if "_" in name), key=len, reverse=True))

    def typed(text: str) -> str:
        return re.sub(rf"(?<![\w/.])({spelled})(?![\w/.])", lambda m: shown_name(m[0]), text)

    return type(error)(typed(error.message), hint=typed(error.hint))


def _runs(formula: "Formula", kept: Mapping[str, str], filled: Mapping[str, int]) -> dict[str, str]:
    """Arguments with which the formula computes, an example for each that is missing; else empty."""
    from qbank.formulas import evaluate
    from qbank.formulas.examples import example

    whole = example(formula, {**{n: str(v) for n, v in filled.items()}, **kept})
    try:
        evaluate(formula.name, whole)
    except QbankError:
        return {}
    return whole
