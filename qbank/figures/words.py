"""The words that renderers add to a picture, in both languages."""

from qbank.formulas.formula import Text

FORWARD = Text("前向", "forward")
BACKWARD = Text("反向", "backward")
TIME = Text("时间", "time")
ONE_LETTER = Text("一个字母 = {size}", "one letter = {size}")
LAST_DIGIT = Text("数字是编号的最后一位", "the digit is the last of its number")
EACH = Text("每卡的形状", "shape on each")
WRITTEN = Text("图已写入 {path}", "picture written to {path}")
