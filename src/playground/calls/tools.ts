import type { Protocol } from '../../webview/rpc';

/** Results of functions that the model calls. */
export const toolCalls = {} as const satisfies Protocol['calls'];
