import type { Protocol } from '../../webview/rpc';
import { object, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

const piece = { input: object({ text: text(MAX_PROMPT) }) };

/** Answers in the editor. */
export const editorCalls = {
  /** Puts a text in place of what is selected in the last text editor. */
  insertAtCursor: piece,
  /** Shows what is selected there beside a text. */
  compareWithSelection: piece,
} as const satisfies Protocol['calls'];
