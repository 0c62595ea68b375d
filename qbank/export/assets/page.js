"use strict";
(async () => {
  const KEY = "qbank-sheet";
  const root = document.documentElement;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const by = (id) => document.getElementById(id);
  const words = JSON.parse(by("words").textContent);
  const packed = by("packed");
  if (packed) {
    try {
      const raw = Uint8Array.from(atob(packed.textContent), (char) => char.charCodeAt(0));
      const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
      by("questions").innerHTML = await new Response(stream).text();
    } catch {
      by("questions").textContent = words[root.lang].too_old;
      return;
    }
    packed.remove();
  }
  const cards = all("article");
  const selects = all("select[data-filter]");
  const say = (key) => words[root.lang][key];

  // Boxes: one object of ticked keys in this browser, shared by all sheets.
  let kept = true;
  let boxes = {};
  const read = () => {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) || "{}");
      boxes = found && typeof found === "object" ? found : {};
    } catch (error) {
      kept = error instanceof SyntaxError;
    }
  };
  const write = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(boxes));
    } catch {
      kept = false;
    }
  };
  const keyOf = (card, box) => card.dataset.id + box.dataset.k;
  const ticks = new Map(cards.map((card) => [card, all("input[data-k]", card)]));
  const showTicks = () => {
    for (const [card, inputs] of ticks) {
      for (const box of inputs) box.checked = keyOf(card, box) in boxes;
    }
  };
  const isMissed = (card) => {
    let said = 0;
    let open = 0;
    for (const box of ticks.get(card)) {
      const on = keyOf(card, box) in boxes;
      const mark = box.dataset.k[0];
      if (on && mark !== "+") return true;
      if (mark === "+") on ? said++ : open++;
    }
    return said > 0 && open > 0;
  };

  // Search and filters. The texts are folded once, after the page is shown.
  const fold = (text) => text.normalize("NFKC").toLowerCase();
  let texts = null;
  const textOf = (card) =>
    fold([card.dataset.id, ...all(".c", card).flatMap((part) => [...part.childNodes].filter((node) => node.nodeName !== "H4").map((node) => node.textContent))].join("\n"));
  const prepare = () => (texts ??= new Map(cards.map((card) => [card, textOf(card)])));
  const apply = () => {
    const asked = fold(by("search").value).split(/\s+/).filter(Boolean);
    if (asked.length) prepare();
    const onlyMissed = by("missed").checked;
    let shown = 0;
    for (const card of cards) {
      const fits =
        asked.every((word) => texts.get(card).includes(word)) &&
        selects.every((one) => !one.value || card.dataset[one.dataset.filter].split(" ").includes(one.value)) &&
        (!onlyMissed || isMissed(card));
      if (card.hidden === fits) card.hidden = !fits;
      shown += fits;
    }
    for (const section of all("main > section")) section.hidden = !section.querySelector("article:not([hidden])");
    by("count").textContent = shown ? say("count").replace("{n}", shown).replace("{total}", cards.length) : say("none");
  };

  const speak = () => {
    for (const option of all("option")) option.textContent = option.dataset[root.lang];
    for (const button of all(".code button")) button.textContent = say("copy");
    by("kept").textContent = say(kept ? "kept" : "not_kept");
  };
  const show = (language) => {
    root.dataset.show = language;
    if (language !== "both") root.lang = language;
    speak();
    apply();
  };

  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      button.after(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = say("copied");
  };
  for (const code of all("pre > code")) {
    const frame = document.createElement("div");
    const button = document.createElement("button");
    frame.className = "code";
    button.type = "button";
    button.addEventListener("click", () => copy(button, code.textContent));
    code.parentNode.replaceWith(frame);
    frame.append(code.parentNode, button);
  }

  const visible = () => cards.filter((card) => !card.hidden);
  const open = (on) => {
    for (const card of visible()) for (const part of all("details", card)) part.open = on;
  };
  const stopOf = (card) => card.querySelector("summary") || card;
  const step = (by) => {
    const list = visible();
    const now = list.findIndex((card) => card.contains(document.activeElement));
    const next = list[now < 0 ? 0 : Math.max(0, Math.min(list.length - 1, now + by))];
    if (!next) return;
    stopOf(next).focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
  };

  for (const card of cards) card.tabIndex = -1;
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (box.name === "show") show(box.value);
    if (!box.dataset.k) return;
    const card = box.closest("article");
    if (kept) read();
    if (box.checked) boxes[keyOf(card, box)] = 1;
    else delete boxes[keyOf(card, box)];
    write();
    showTicks();
    speak();
  });
  addEventListener("storage", (event) => {
    if (event.key !== KEY && event.key !== null) return;
    read();
    showTicks();
  });
  by("search").addEventListener("input", apply);
  by("missed").addEventListener("change", apply);
  for (const one of selects) one.addEventListener("change", apply);
  by("open").addEventListener("click", () => open(true));
  by("close").addEventListener("click", () => open(false));
  by("clear").addEventListener("click", () => {
    if (!confirm(say("clear_ask"))) return;
    boxes = {};
    write();
    showTicks();
    apply();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target === by("search") && event.key === "Escape") {
      by("search").value = "";
      apply();
    }
    if (event.target.matches("input:not([type=checkbox]):not([type=radio]), select")) return;
    if (event.key === "/") {
      event.preventDefault();
      by("search").focus();
    } else if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  });

  // Paper shows every answer of the questions that are shown.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = visible().flatMap((card) => all("details:not([open])", card));
    for (const part of closed) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of closed) part.open = false;
  });

  read();
  showTicks();
  by("tools").hidden = false;
  by("more").open = matchMedia("(min-width: 30rem)").matches;
  const first = all("input[name=show]").find((one) => one.value === root.lang);
  if (first) first.checked = true;
  show(root.lang);
  setTimeout(prepare);
  if (packed && location.hash) by(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
})();
