"use strict";
for (const stepper of document.querySelectorAll(".stepper")) {
  const frames = [...stepper.querySelectorAll(".frame")];
  let now = frames.length - 1;
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  const show = (place) => {
    now = Math.max(0, Math.min(frames.length - 1, place));
    frames.forEach((frame, at) => frame.classList.toggle("now", at === now));
    back.disabled = now === 0;
    on.disabled = now === frames.length - 1;
  };
  const button = (text, place) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => show(place()));
    buttons.append(made);
    return made;
  };
  button("First step", () => 0);
  const back = button("Back", () => now - 1);
  const on = button("Next", () => now + 1);
  button("Wrong step", () => frames.length - 1);
  stepper.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: frames.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  stepper.prepend(buttons);
  stepper.classList.add("stepping");
  show(now);
}
