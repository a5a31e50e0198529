import type { Protocol } from '../../webview/rpc';

/** Changes of the turns. */
export const editingCalls = {} as const satisfies Protocol['calls'];
