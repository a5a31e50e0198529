import type { Protocol } from '../../webview/rpc';
import { object, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

/** Tokens of the next message. */
export const tokenCalls = {
  /**
   * Counts the tokens of the next request, with this text as its message: answers `TokenCount`. Ends where the call
   * is cancelled.
   */
  countTokens: { input: object({ text: text(MAX_PROMPT) }) },
} as const satisfies Protocol['calls'];

/** What came of counting: a number, or why there is none. */
export type TokenCount = { readonly total: number } | { readonly reason: string };
