import type { Protocol } from '../../webview/rpc';
import { object, text } from '../../webview/shape';

/** Requests and answers as they were. */
export const inspectCalls = {
  /** Opens the answer of a turn as the service gave it, in an editor. */
  showAnswerJson: { input: object({ turn: text(64) }) },
  /** Opens a chunk of a corpus that an answer names, by its resource name. */
  openChunk: { input: object({ name: text(512) }) },
} as const satisfies Protocol['calls'];
