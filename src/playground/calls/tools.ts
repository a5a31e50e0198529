import { jsonObject } from '../../webview/jsonShape';
import type { Protocol } from '../../webview/rpc';
import { flag, list, nothing, object, text } from '../../webview/shape';

const turn = text(64);
const result = object({ response: jsonObject(), keep: flag });

/** Results of functions that the model calls, and answers of a given form. */
export const toolCalls = {
  /**
   * Sends a result for each call of the answer at the end, in its order; `keep` makes it the usual one of
   * its function. Fails where `turn` is not that answer any more.
   */
  sendResults: { input: object({ turn, results: list(result) }) },
  /** Declares a function to be changed, where none is declared, and opens the functions in an editor. */
  addFunction: { input: nothing },
  /** Whether calls that all have a usual result are answered by themselves. */
  setAutoRespond: { input: object({ on: flag }) },
  /** Shows VS Code's list of the usual results. */
  usualResults: { input: nothing },
  /** Sends a message that names what is wrong with the form of an answer. */
  askToCorrect: { input: object({ turn }) },
  /** Opens the schema that an answer was asked for. */
  openSchema: { input: object({ turn }) },
} as const satisfies Protocol['calls'];
