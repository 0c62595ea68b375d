"""qbank: practise interview questions on LLM training frameworks in the terminal."""

__version__ = "0.1.0"
