import type { ResourcesContext } from './context';

/** Duration after which the user may no longer be looking, in ms. */
const LONG = 10_000;

/**
 * Reports finished work: as a notification if it took long, otherwise in the status bar.
 * @param began monotonic time
 */
export function notifyDone(
  context: Pick<ResourcesContext, 'clock' | 'prompts' | 'tell'>,
  began: number,
  text: string,
): void {
  if (context.clock.monotonic() - began < LONG) context.tell(text);
  else void context.prompts.notify('info', text);
}
