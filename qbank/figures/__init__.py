"""Pictures computed from the formulas: one model, drawn as plain text or as SVG."""

from qbank.figures.plain import plain
from qbank.figures.registry import DRAWINGS, draw, draw_formula, drawing, figured
from qbank.figures.vector import svg

__all__ = ["DRAWINGS", "draw", "draw_formula", "drawing", "figured", "plain", "svg"]
