/** Milliseconds between two looks at whether the parent is still there. */
const INTERVAL = 500;

/**
 * Tells once when the process that has started this one is gone: a process that is killed says nothing to what it has
 * started, nor does npm at its end.
 * @returns what stops the watch.
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, INTERVAL);
  watch.unref();
  return () => clearInterval(watch);
}
