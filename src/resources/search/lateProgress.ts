import type { Room } from '../room';

/** Milliseconds after which a search counts as slow. */
const LATE = 1000;

/**
 * Runs work, and shows a notification with *Cancel* only where it takes long: most searches are answered before
 * one could be read.
 */
export async function lateProgress<T>(
  { clock, progress }: Pick<Room, 'clock' | 'progress'>,
  title: string,
  controller: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const running = work(controller.signal);
  const timer = clock.schedule(LATE, () => {
    const shown = progress(title, (signal) => {
      signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
      return running;
    });
    // Whoever waits for the work is told how it ended.
    shown.catch(() => undefined);
  });
  try {
    return await running;
  } finally {
    timer.dispose();
  }
}
