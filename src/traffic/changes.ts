import { Throttle } from '../base/async';
import type { Clock } from '../base/clock';
import { type Disposable, toDisposable } from '../base/disposable';
import type { Event } from '../base/event';

/** Fires once for many changes, `ms` milliseconds after the first of them. */
export function throttled(changes: Event<void>, clock: Clock, ms: number): Event<void> {
  return (listener) => {
    const throttle = new Throttle(clock, ms, listener);
    const subscription = changes(() => throttle.trigger());
    return toDisposable(() => {
      subscription.dispose();
      throttle.dispose();
    });
  };
}

/** What is needed of a `TreeView`. */
export interface Visibility {
  readonly visible: boolean;
  onDidChangeVisibility(listener: () => void): Disposable;
}

/** Fires for changes while a view is visible, and once for those in between when it is shown again. */
export function pauseWhileHidden(changes: Event<void>, view: Visibility): Event<void> {
  return (listener) => {
    let isStale = false;
    const onChange = (): void => {
      isStale = !view.visible;
      if (view.visible) listener();
    };
    const subscriptions = [
      changes(onChange),
      view.onDidChangeVisibility(() => {
        if (isStale) onChange();
      }),
    ];
    return toDisposable(() => {
      for (const one of subscriptions) one.dispose();
    });
  };
}
