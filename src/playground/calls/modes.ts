import type { Protocol } from '../../webview/rpc';

/** What a conversation asks for. */
export const modeCalls = {} as const satisfies Protocol['calls'];
