import type { Protocol } from '../webview/rpc';
import { nothing, object, text } from '../webview/shape';
import { MAX_PROMPT } from './conversation';

/** Columns of a comparison. */
export const FEWEST_COLUMNS = 2;
export const MOST_COLUMNS = 4;

/** Name of the channel on which a page and its host speak of the comparison; each column has its own. */
export const COMPARE_CHANNEL = 'compare';

/** Calls about all columns; what is about one goes over its channel, by the protocol of a playground. */
export const compareProtocol = {
  calls: {
    /** First call after load: the host answers with a `columns` event. */
    ready: { input: nothing },
    /** Sends the same message to all, with what is attached to the first. Nothing is sent where one can't. */
    sendAll: { input: object({ text: text(MAX_PROMPT) }) },
    stopAll: { input: nothing },
    /** Adds a column that goes on from the last one, and lets the user choose its model. */
    addColumn: { input: nothing },
    /** Takes a column away; its conversation stays. */
    removeColumn: { input: object({ column: text(64) }) },
    /** Shows the last answers of two columns as a difference. */
    compareAnswers: { input: nothing },
  },
} as const satisfies Protocol;

export type CompareProtocol = typeof compareProtocol;

/** Names of the columns' channels, from left to right. */
export interface CompareEvent {
  readonly name: 'columns';
  readonly columns: readonly string[];
}
