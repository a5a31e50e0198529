import type { Protocol } from '../../webview/rpc';

/** Requests and answers as they were. */
export const inspectCalls = {} as const satisfies Protocol['calls'];
