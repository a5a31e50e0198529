import type { Protocol } from '../../webview/rpc';
import { flag, nothing, object, record, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

/** Prompt files and their variables. */
export const promptCalls = {
  /** Replaces the values of the variables: all of them. */
  setVariables: { input: object({ values: record(text(MAX_PROMPT)) }) },
  /** Asks again what was asked with other values of the variables. Answers whether that was done. */
  tryVariables: { input: object({ values: record(text(MAX_PROMPT)) }) },
  /**
   * Saves the conversation as a prompt file, with the text that stands in the composer as its last message:
   * `over` the file that it belongs to, else where the user wants.
   */
  savePrompt: { input: object({ text: text(MAX_PROMPT), over: flag }) },
  /** Shows the file that the conversation belongs to in an editor. */
  showPromptFile: { input: nothing },
} as const satisfies Protocol['calls'];
