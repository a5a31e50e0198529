/**
 * Listens for rejections that nobody handles. Mocha swallows them when it is started from a program, and VS Code
 * only logs them: to either, a test that lost one has passed.
 * @param during What runs now, for the report.
 * @returns Which are left, a text each. What was handled late is none; nor is a cancellation, as in VS Code itself.
 */
export function hearRejections(during: () => string): () => Promise<readonly string[]> {
  const lost = new Map<Promise<unknown>, string>();
  process.on('unhandledRejection', (reason, promise) => {
    // Mocha passes on what it hears, so that each comes twice.
    if (lost.has(promise) || isCancellation(reason)) return;
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    lost.set(promise, `A rejection that nobody handles, during: ${during()}\n${text}`);
  });
  process.on('rejectionHandled', (promise) => lost.delete(promise));
  return async () => {
    // A promise that was rejected in this turn is reported at its end.
    await new Promise(setImmediate);
    return [...lost.values()];
  };
}

/** What VS Code rejects with when something is cancelled; its own code leaves those unhandled at times. */
function isCancellation(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'Canceled' && reason.message === 'Canceled';
}
