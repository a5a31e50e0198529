import type { Clock } from '../base/clock';
import { toDisposable, type Disposable } from '../base/disposable';
import type { Event } from '../base/event';

/** Tells of many changes once, `ms` milliseconds after the first of them. */
export function coalesced(changes: Event<void>, clock: Clock, ms: number): Event<void> {
  return (listener) => {
    let timer: Disposable | undefined;
    const subscription = changes(() => {
      timer ??= clock.schedule(ms, () => {
        timer = undefined;
        listener();
      });
    });
    return toDisposable(() => {
      subscription.dispose();
      timer?.dispose();
    });
  };
}
