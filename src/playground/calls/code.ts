import type { Protocol } from '../../webview/rpc';
import { object, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

/** Requests as code. */
export const codeCalls = {
  /** Shows VS Code's list of languages, and in the chosen one the request that sending this text would make. */
  getCode: { input: object({ text: text(MAX_PROMPT) }) },
} as const satisfies Protocol['calls'];
