import { toDisposable, type Disposable } from '../base/disposable';
import type { Event } from '../base/event';

/** A view, as far as it tells whether anybody can see it. */
export interface Visibility {
  readonly visible: boolean;
  onDidChangeVisibility(listener: () => void): Disposable;
}

/** Tells of changes while a view is visible; of those in between once, when it comes back. */
export function whileVisible(changes: Event<void>, view: Visibility): Event<void> {
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
