import type { CallInput } from '../../webview/rpc';
import type { Turn } from '../conversation';
import type { PlaygroundProtocol } from '../protocol';
import type { BegunTexts } from './begunTexts';
import type { Format } from './format';
import type { FrameQueue } from './frames';
import type { Strings } from '../strings';

type Calls = PlaygroundProtocol['calls'];

/** What every view of the panel needs of the rest. */
export interface PanelContext {
  readonly strings: Strings;
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
  ) => Promise<unknown>;
  /** Shows a problem above the composer, and tells it to a screen reader. */
  readonly tell: (problem: string) => void;
  /** What is being written in fields of turns; absent where that is not kept. */
  readonly begun?: BegunTexts;
  /** Lets the user change the text of a turn. */
  readonly edit: (turn: Turn) => void;
  /** Tells a screen reader that something happened. */
  readonly announce: (text: string) => void;
}
