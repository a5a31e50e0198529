import type { Protocol } from '../../webview/rpc';
import { flag, list, nothing, object, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

const words = text(MAX_PROMPT);

/** What a conversation asks for. */
export const modeCalls = {
  /** Shows VS Code's list of modes. */
  pickMode: { input: nothing },
  /** Names who says the next message, in the legacy mode with authors; may be empty. */
  setAuthor: { input: object({ author: text(256) }) },
  /** Copies the vectors of an answer as JSON. */
  copyVectors: { input: object({ turn: text(64) }) },
  /** Whether the next message is one text to be turned into a vector, or each of its lines. */
  setOneText: { input: object({ oneText: flag }) },
  /** Replaces the passages that are answered from. */
  setPassages: { input: object({ passages: list(object({ id: text(256), text: words })) }) },
  /** Shows VS Code's list of corpora, then of the documents of one, to answer from instead of passages. */
  pickSource: { input: nothing },
  /** Answers from the passages again. */
  clearSource: { input: nothing },
  /** Replaces the context and the examples of legacy chats. */
  setMessagePrompt: {
    input: object({ context: words, examples: list(object({ input: words, output: words })) }),
  },
} as const satisfies Protocol['calls'];
