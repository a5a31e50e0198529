import type { ResourcesContext } from './context';

/** Milliseconds after which nobody may look any longer. */
const LONG = 10_000;

/**
 * Says once that work is done: in a notification if it took long, else in the status bar.
 * @param began of the monotonic clock.
 */
export function tellDone(
  context: Pick<ResourcesContext, 'clock' | 'prompts' | 'tell'>,
  began: number,
  text: string,
): void {
  if (context.clock.monotonic() - began < LONG) context.tell(text);
  else void context.prompts.notify('info', text);
}
