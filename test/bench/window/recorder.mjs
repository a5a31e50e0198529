/** Runs in the page of the playground: no imports, nothing from outside. */

/**
 * Times in ms since 1970, as every process of this machine has them.
 * @typedef {object} Recording
 * @property {number[]} messages When pieces of the answer came from the extension host.
 * @property {number} first When the first words could be seen.
 * @property {number} last When all of it could be seen.
 * @property {number} gap The longest time between two frames meanwhile.
 */

/**
 * Watches one answer from now on.
 * @param {Element} body
 * @param {{ first: string, last: string }} words With which the answer begins and ends.
 */
export function record(body, words) {
  const now = () => performance.timeOrigin + performance.now();
  /** @type {Recording} */
  const recording = { messages: [], first: 0, last: 0, gap: 0 };
  Object.assign(window, { benchRecording: recording });
  let ending = false;
  window.addEventListener('message', ({ data }) => {
    const text = JSON.stringify(data);
    if (!text.includes('"pieces"')) return;
    recording.messages.push(now());
    ending ||= text.includes(words.last);
  });
  let previous = now();
  const frame = () => {
    const at = now();
    // What is in the document when a frame begins is seen with it.
    if (recording.first === 0) {
      if (body.textContent?.includes(words.first)) recording.first = at;
    } else {
      recording.gap = Math.max(recording.gap, at - previous);
    }
    if (ending && body.textContent?.includes(words.last)) {
      recording.last = at;
      return;
    }
    previous = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** @returns {Recording} */
export function recorded() {
  return /** @type {{ benchRecording: Recording }} */ (/** @type {unknown} */ (window))
    .benchRecording;
}
