import type { ReadonlySignal } from '@preact/signals';
import type { Disposable } from '../../../base/disposable';
import type { CallInput, CallOutput } from '../../../webview/rpc';
import type { PlaygroundProtocol, PlaygroundState } from '../../../conversation/model/protocol';
import type { FrameQueue } from '../dom';
import type { Format } from '../format';
import type { UnsavedEdits } from './unsavedEdits';

type Calls = PlaygroundProtocol['calls'];

/** What every view of the panel needs of the rest. */
export interface PanelContext {
  readonly format: Format;
  readonly frames: FrameQueue;
  /** Asks the host; a failure is shown above the composer and answers false. */
  readonly ask: <N extends keyof Calls>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
  ) => Promise<boolean>;
  /** Asks the host for something; rejects with its message, or once aborted. */
  readonly call: <N extends keyof Calls>(
    name: N,
    input: CallInput<PlaygroundProtocol, N>,
    signal?: AbortSignal,
  ) => Promise<CallOutput<PlaygroundProtocol, N>>;
  /** Shows a problem above the composer, and tells it to a screen reader. */
  readonly tell: (problem: string) => void;
  /** What is being written in fields of turns; absent where that is not kept. */
  readonly unsavedEdits?: UnsavedEdits;
  /** Tells a screen reader that something happened. */
  readonly announce: (text: string) => void;
}

/** What a part of the store needs of the rest of it. */
export interface StoreAccess extends PanelContext {
  /** The host's last snapshot. */
  readonly panel: ReadonlySignal<PlaygroundState | undefined>;
  /** Tells each snapshot, before anything shows it. */
  readonly onSnapshot: (listener: (panel: PlaygroundState) => void) => Disposable;
}
