import type { ReadonlySignal } from '@preact/signals';
import type { Disposable } from '../../base/disposable';
import type { CallInput, CallOutput } from '../../webview/rpc';
import type { ModelTurn, Turn } from '../conversation';
import type { PlaygroundProtocol, PlaygroundState, Waiting } from '../protocol';
import type { FrameQueue } from './dom';
import type { Format } from './format';
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
  /** Lets the user change the text of a turn. */
  readonly edit: (turn: Turn) => void;
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

/** Where a turn stands in the conversation. */
export interface TurnPlace {
  readonly index: number;
  readonly count: number;
  readonly streaming: boolean;
  /** While it streams and nothing new of it is there, because the request failed and is sent again. */
  readonly waiting?: Waiting | undefined;
  /** It streams, and nothing has arrived for a while. */
  readonly isStalled?: boolean | undefined;
  /** Nothing streams, so the last answer can be asked for again. */
  readonly idle: boolean;
  /** Display name of the model that answered. */
  readonly speaker: string;
  /** What an answer is the answer to. */
  readonly asked?: Turn | undefined;
}

/** What stands below an answer besides its verdict; built anew when the turn or its place changed. */
export type TurnSection = (
  turn: ModelTurn,
  place: TurnPlace,
  context: PanelContext,
) => HTMLElement | undefined;
