import type { ReadonlySignal } from '@preact/signals';
import type { Disposable } from '../../../base/disposable';
import type { CallInput, CallOutput } from '../../../webview/rpc';
import type {
  PlaygroundEvent,
  PlaygroundProtocol,
  PlaygroundState,
} from '../../../conversation/model/protocol';
import type { FrameQueue } from '../dom';
import type { Format } from '../format';
import type { UnsavedEdits } from './unsavedEdits';

type Name = keyof PlaygroundProtocol['calls'];

/** All protocol calls as functions. Failures are shown above the composer and return `undefined`. */
export type Actions = {
  readonly [N in Name]: (
    ...input: undefined extends CallInput<PlaygroundProtocol, N>
      ? []
      : [CallInput<PlaygroundProtocol, N>]
  ) => Promise<{ readonly answer: CallOutput<PlaygroundProtocol, N> } | undefined>;
};

export type PageEvent = Exclude<
  PlaygroundEvent,
  { readonly name: 'state' | 'delta' | 'attachments' }
>;

const OF_STATE: readonly PlaygroundEvent['name'][] = ['state', 'delta', 'attachments'];

export function isPageEvent(event: PlaygroundEvent): event is PageEvent {
  return !OF_STATE.includes(event.name);
}

type Calls = PlaygroundProtocol['calls'];

export interface PanelContext {
  readonly format: Format;
  readonly frames: FrameQueue;
  readonly ask: <N extends keyof Calls>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
  ) => Promise<boolean>;
  /** Calls the host. Rejects with the host's message, or if aborted. */
  readonly call: <N extends keyof Calls>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
    signal?: AbortSignal,
  ) => Promise<CallOutput<PlaygroundProtocol, N>>;
  readonly tell: (problem: string) => void;
  /** Unsaved texts of turn fields. Undefined if not saved. */
  readonly unsavedEdits?: UnsavedEdits;
  readonly announce: (text: string) => void;
}

export interface StoreAccess extends PanelContext {
  readonly panel: ReadonlySignal<PlaygroundState | undefined>;
  readonly onSnapshot: (listener: (panel: PlaygroundState) => void) => Disposable;
}
