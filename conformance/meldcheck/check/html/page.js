"use strict";
for (const stepper of document.querySelectorAll(".stepper")) {
  const frames = [...stepper.querySelectorAll(".frame")];
  const show = (place) => {
    frames.forEach((frame, at) => frame.classList.toggle("now", at === place));
    return frames[place].querySelector(".step").textContent.replace(/^\d+ of \d+: /, "");
  };
  stepper.classList.add("stepping");
  meldspec.stepThrough(stepper, {
    count: frames.length,
    start: frames.length - 1,
    show,
    last: "Wrong step",
  });
}
