const INTERVAL = 500;

/**
 * Calls back when the parent process has ended, because a killed parent and npm don't signal their
 * children.
 * @returns a function that stops the watch
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
