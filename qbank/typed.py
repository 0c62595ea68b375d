"""What a person typed, made plain: a Chinese keyboard gives full-width digits, letters and signs."""

import unicodedata


def plain(text: str) -> str:
    """Full-width digits, letters and punctuation made plain, any minus as `-`; outer blanks dropped."""
    return unicodedata.normalize("NFKC", text).replace("\u2212", "-").strip()
