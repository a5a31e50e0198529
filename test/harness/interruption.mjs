/** How often the parent is looked for, in ms. */
const INTERVAL = 500;

/**
 * Waits until somebody wants this program to end: Ctrl+C, a signal, a closed terminal, or the end of the
 * program that started it. The last is for npm, which a signal ends without a word to what it has started.
 * Being told again changes nothing, so that what is being closed is closed to its end.
 * @returns {Promise<void>}
 */
export function interruption() {
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => resolve());
    }
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) {
        clearInterval(watch);
        resolve();
      }
    }, INTERVAL);
    watch.unref();
  });
}
