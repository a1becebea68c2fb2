// Steps through a play by buttons, a slider, keys and the wheel.  Reports and the site share it.
(() => {
  "use strict";

  const meldspec = (globalThis.meldspec ??= {});
  const NOTCH = 40; // pixels of a wheel for one step

  function button(text, label, onClick) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.title = label;
    made.addEventListener("click", onClick);
    return made;
  }

  /**
   * Puts the controls of a play at the top of `host`.
   * `show(place)` draws a step and returns its words, which are also said to screen readers.
   * Places count from 0.  The wheel turns steps only while the focus is in `host`.
   */
  meldspec.stepThrough = function (
    host,
    { count, start, show, last = "Last step", moved = () => {} },
  ) {
    let at = -1;
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = "1";
    slider.max = String(count);
    slider.setAttribute("aria-label", "Step");
    const place = document.createElement("span");
    place.className = "step-count";
    const said = document.createElement("p");
    said.className = "said";
    said.setAttribute("role", "status");

    function go(to, silent = false) {
      const next = Math.max(0, Math.min(count - 1, to));
      if (next === at) return;
      at = next;
      const words = show(at);
      place.textContent = at + 1 + " of " + count;
      slider.value = String(at + 1);
      slider.setAttribute("aria-valuetext", at + 1 + " of " + count + ": " + words);
      const focused = document.activeElement;
      first.disabled = back.disabled = at === 0;
      on.disabled = end.disabled = at === count - 1;
      if (focused?.disabled) slider.focus(); // a button that ends here gives the focus away
      if (silent) return;
      said.textContent = at + 1 + " of " + count + ": " + words;
      moved(at);
    }

    const first = button("|◀", "First step", () => go(0));
    const back = button("◀", "Back", () => go(at - 1));
    const on = button("▶", "Next", () => go(at + 1));
    const end = button("▶|", last, () => go(count - 1));
    slider.addEventListener("input", () => go(Number(slider.value) - 1));

    const onKey = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.matches("input, select, textarea")) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };

    let turned = 0;
    const onWheel = (event) => {
      if (event.ctrlKey || !event.deltaY || !host.contains(document.activeElement)) return;
      const next = at + Math.sign(event.deltaY);
      if (next < 0 || next >= count) return; // at an end the page scrolls
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      turned = 0;
      go(next);
    };

    host.addEventListener("keydown", onKey);
    host.addEventListener("wheel", onWheel, { passive: false });
    const controls = document.createElement("div");
    controls.className = "step-controls";
    controls.append(first, back, slider, on, end, place);
    host.prepend(controls, said);
    go(start, true);
    return {
      go,
      /** Takes the controls away, so that `host` can show another play. */
      leave() {
        host.removeEventListener("keydown", onKey);
        host.removeEventListener("wheel", onWheel);
        controls.remove();
        said.remove();
      },
    };
  };
})();
