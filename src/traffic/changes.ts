import { Throttle } from '../base/async';
import type { Clock } from '../base/clock';
import { type Disposable, toDisposable } from '../base/disposable';
import type { Event } from '../base/event';

/** Throttles changes: fires once, `ms` milliseconds after the first change. */
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

interface Visibility {
  readonly visible: boolean;
  onDidChangeVisibility(listener: () => void): Disposable;
}

/** Forwards changes while a view is visible; hidden changes fire once when the view is shown. */
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
