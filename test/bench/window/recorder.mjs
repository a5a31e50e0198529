/** Runs in the page of the playground: no imports, nothing from outside. */

/**
 * Times in ms since 1970, as every process of this machine has them.
 * @typedef {object} Recording
 * @property {number[]} messages When pieces of the answer came from the extension host.
 * @property {number} first When the first words could be seen.
 * @property {number} last When its end could be seen; no number before.
 * @property {number} gap The longest time between two frames meanwhile.
 */

/**
 * Watches one answer from now on.
 * @param {Element} body
 * @param {{ first: string, last: string }} words With which the answer begins, and those that say that it is over.
 */
export function record(body, words) {
  const now = () => performance.timeOrigin + performance.now();
  /** @type {Recording} */
  const recording = { messages: [], first: 0, last: NaN, gap: 0 };
  Object.assign(window, { benchRecording: recording });
  window.addEventListener('message', ({ data }) => {
    if (JSON.stringify(data).includes('"pieces"')) recording.messages.push(now());
  });
  const turns = () => [...body.querySelectorAll('article, [role="article"]')];
  // The answer is the second turn from now on, after the question.
  const answer = turns().length + 1;
  const shows = (/** @type {string} */ text) => turns()[answer]?.textContent?.includes(text);
  let previous = now();
  // A message that a frame posts arrives when that frame has been painted, whoever changed the page in it.
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    const at = now();
    if (recording.first > 0) recording.gap = Math.max(recording.gap, at - previous);
    else if (shows(words.first)) recording.first = at;
    previous = at;
    if (shows(words.last)) recording.last = at;
    else requestAnimationFrame(frame);
  };
  const frame = () => painted.port2.postMessage('');
  requestAnimationFrame(frame);
}

/**
 * The recording once the end of the answer was seen, or what there is of it after ten seconds.
 * @returns {Promise<Recording>}
 */
export async function recorded() {
  const { benchRecording: recording } = /** @type {{ benchRecording: Recording }} */ (
    /** @type {unknown} */ (window)
  );
  for (let tries = 0; tries < 100 && Number.isNaN(recording.last); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return recording;
}
