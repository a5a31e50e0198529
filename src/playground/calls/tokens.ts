import type { Protocol } from '../../webview/rpc';

/** Tokens of the next message. */
export const tokenCalls = {} as const satisfies Protocol['calls'];
