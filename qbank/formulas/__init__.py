"""The arithmetic of training: every number of the bank is computed here."""

from qbank.formulas.registry import FORMULAS, Formula, evaluate, get, working

__all__ = ["FORMULAS", "Formula", "evaluate", "get", "working"]
