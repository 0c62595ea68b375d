"""Text measured in terminal cells, as the views use it."""

from qbank.cells import BOLD, BOLD_END, CODE, CODE_END, clean, cut, flow, pad, width, wrap

__all__ = ["BOLD", "BOLD_END", "CODE", "CODE_END", "clean", "cut", "flow", "pad", "width", "wrap"]
