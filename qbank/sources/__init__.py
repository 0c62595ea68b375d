"""Citations of source code that a machine opens again.

`sources.lock`, in the folder of the bank, says for each cited symbol where it stands in the released archive and what its
text hashes to. `python -m qbank.sources verify ARCHIVE...` writes it; everything else needs only the file.
"""
