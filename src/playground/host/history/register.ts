import type { Disposable } from '../../../base/disposable';
import type { Panels } from '../panels';
import type { PlaygroundHost } from '../register';

/** The view of the conversations, as the commands on it need it. */
export interface History extends Disposable {
  /** Its rows; loads with the first call. */
  refresh(): void;
}

/** The view of the conversations on this machine. What fills it loads when it is first seen. */
export function registerHistory(_host: PlaygroundHost, _panels: () => Promise<Panels>): History {
  return { refresh: () => undefined, dispose: () => undefined };
}
