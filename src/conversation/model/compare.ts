import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import { list, object, text } from '../../webview/shape';
import { MAX_PROMPT } from './conversation';

export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 4;

/** Channel for the comparison as a whole; each column has its own channel. */
export const COMPARE_CHANNEL = 'compare';

/** Calls for all columns. Calls for one column use the playground protocol on its channel. */
export const compareProtocol = {
  calls: {
    /** First call after load: the host replies with a `columns` event. */
    ready: call(),
    /**
     * Sends a message in all columns with the first column's attachments. Sends nothing if any
     * column can't.
     */
    sendAll: call(object({ text: text(MAX_PROMPT) })),
    stopAll: call(),
    /** Adds a copy of the last column and lets the user select its model. */
    addColumn: call(),
    /** Removes a column; its conversation is retained. */
    removeColumn: call(object({ column: text(64) })),
    compareAnswers: call(),
  },
  events: {
    columns: object({ columns: list(text(64), MAX_COLUMNS) }),
  },
} satisfies Protocol;

export type CompareProtocol = typeof compareProtocol;
export type CompareEvent = ProtocolEvent<CompareProtocol>;
