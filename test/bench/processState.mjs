/** What undici and its like share through the process: with VS Code, and with every other extension. */
const SLOTS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2', 'undici.globalOrigin.1'];

const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'WebSocket', 'EventSource'];

/** @returns {readonly (readonly [name: string, value: unknown])[]} */
export function processState() {
  const all = /** @type {{ [name: string | symbol]: unknown }} */ (globalThis);
  // Names first: looking at some of them makes Node load its own undici, which takes its slots.
  return [
    ...NAMES.map((name) => /** @type {const} */ ([name, all[name]])),
    ...SLOTS.map((name) => /** @type {const} */ ([name, all[Symbol.for(name)]])),
  ];
}

/**
 * @param {ReturnType<typeof processState>} before
 * @returns {readonly string[]} The names of what is no longer the same.
 */
export function changesSince(before) {
  const now = new Map(processState());
  return before.filter(([name, value]) => now.get(name) !== value).map(([name]) => name);
}
