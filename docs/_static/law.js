// Additions to the pages of the law, which also work without this script.
(function () {
  "use strict";

  // A link to something folded opens it.
  function openTarget() {
    const name = decodeURIComponent(window.location.hash.slice(1));
    const target = name && document.getElementById(name);
    if (!target) return;
    for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) {
      at.open = true;
    }
    if (target.closest("details")) target.scrollIntoView({ behavior: "instant" });
  }

  function tools() {
    const box = document.createElement("div");
    box.className = "law-tools";
    return box;
  }

  // One button opens or folds every example of the page.
  function addFolding() {
    const examples = document.querySelectorAll("details.example");
    const heading = document.querySelector("article h1");
    if (examples.length < 2 || !heading) return;
    const button = document.createElement("button");
    button.type = "button";
    let open = false;
    const name = () => {
      button.textContent = open
        ? "Fold the examples"
        : "Open all " + examples.length + " examples";
    };
    button.addEventListener("click", () => {
      open = !open;
      examples.forEach((example) => { example.open = open; });
      name();
    });
    name();
    const box = tools();
    box.append(button);
    heading.after(box);
  }

  // A field above a long table filters it: the rows with every word of the field stay.
  function addFilter(table) {
    const rows = Array.from(table.tBodies[0].rows);
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "Filter, for example: draw condition";
    field.setAttribute("aria-label", "Filter the table");
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    const filter = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, place) => {
        row.hidden = !words.every((word) => texts[place].includes(word));
        if (!row.hidden) shown += 1;
      });
      count.textContent = words.length ? shown + " of " + rows.length : rows.length + " rows";
    };
    field.addEventListener("input", filter);
    filter();
    const box = tools();
    box.append(field, count);
    table.closest(".table-box").before(box);
  }

  document.addEventListener("DOMContentLoaded", () => {
    addFolding();
    document.querySelectorAll("table.filtered").forEach(addFilter);
    openTarget();
    window.addEventListener("hashchange", openTarget);
  });
})();
