/** Runs in the page of a playground: no imports, nothing from outside. */

/**
 * Plays the events of a long run of an agent, a message per frame, and watches the page meanwhile.
 * @returns {Promise<import('../measures/steps.mjs').StepFigures>}
 */
export async function playRun() {
  const DELTAS = 20_000;
  const STREAM_MS = 1000;
  const FRAME_MS = 16;
  const LAST = 'That is all.';
  /** Steps that the page has already. */
  const FIRST = 5;

  /** A thought, a search and what it found, over and over; then a report. @returns {object[]} */
  function eventsOfRun() {
    /** @type {object[]} */
    const events = [];
    let index = FIRST;
    let deltas = 0;
    const begin = (/** @type {object} */ step) =>
      void events.push({ event_type: 'step.start', index, step });
    const grow = (/** @type {object} */ delta) => {
      events.push({ event_type: 'step.delta', index, delta });
      deltas += 1;
    };
    const end = () => {
      events.push({ event_type: 'step.stop', index });
      index += 1;
    };
    for (let round = 0; round < 400; round += 1) {
      begin({ type: 'thought' });
      for (let piece = 0; piece < 4; piece += 1) {
        const text = `Thought ${piece} of round ${round}, about the wind. `;
        grow({ type: 'thought_summary', content: { type: 'text', text } });
      }
      grow({ type: 'thought_signature', signature: 'c2ln' });
      end();
      begin({ type: 'google_search_call', id: `s${round}`, arguments: {} });
      grow({ type: 'google_search_call', arguments: { queries: [`kites, part ${round}`] } });
      end();
      begin({ type: 'google_search_result', call_id: `s${round}` });
      grow({ type: 'google_search_result', result: [{ search_suggestions: '<p>kites</p>' }] });
      end();
    }
    begin({ type: 'model_output' });
    for (let word = 0; deltas < DELTAS - 1; word += 1) {
      const said = word % 12 === 0 ? `**${word}**` : 'wind';
      const end = word % 90 === 89 ? '.\n\n' : word % 900 === 450 ? '\n\n## More\n\n' : ' ';
      grow({ type: 'text', text: said + end });
    }
    grow({ type: 'text', text: `\n\n${LAST}` });
    end();
    return events;
  }

  const events = eventsOfRun();
  const post = (/** @type {object[]} */ some) => {
    const event = { name: 'delta', delta: { turn: 'a1', pieces: [], events: some } };
    /** @type {any} */ (window).mockHost.event(event);
  };
  const shown = () => document.querySelector('.turn.model')?.textContent?.endsWith(LAST) ?? false;
  const started = performance.now();
  let [sent, gap, previous] = [0, 0, started];
  const timer = setInterval(() => {
    const due = Math.ceil((events.length * (performance.now() - started)) / STREAM_MS);
    post(events.slice(sent, due));
    sent = Math.min(due, events.length);
    if (sent === events.length) clearInterval(timer);
  }, FRAME_MS);
  return await new Promise((resolve) => {
    // A message that a frame posts arrives when that frame has been painted.
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      const now = performance.now();
      gap = Math.max(gap, now - previous);
      previous = now;
      const isOver = now - started > 20 * STREAM_MS || (sent === events.length && shown());
      if (isOver) resolve({ gap, pace: (now - started) / STREAM_MS });
      else requestAnimationFrame(() => painted.port2.postMessage(''));
    };
    requestAnimationFrame(() => painted.port2.postMessage(''));
  });
}
