import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import { list, object, text } from '../../webview/shape';
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
    ready: call(),
    /** Sends the same message to all, with what is attached to the first. Nothing is sent where one can't. */
    sendAll: call(object({ text: text(MAX_PROMPT) })),
    stopAll: call(),
    /** Adds a column that goes on from the last one, and lets the user choose its model. */
    addColumn: call(),
    /** Takes a column away; its conversation stays. */
    removeColumn: call(object({ column: text(64) })),
    /** Shows the last answers of two columns as a difference. */
    compareAnswers: call(),
  },
  events: {
    /** Names of the columns' channels, from left to right. */
    columns: object({ columns: list(text(64), MOST_COLUMNS) }),
  },
} satisfies Protocol;

export type CompareProtocol = typeof compareProtocol;
export type CompareEvent = ProtocolEvent<CompareProtocol>;
