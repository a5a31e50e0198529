import type { Protocol } from '../../webview/rpc';

/** Requests as code. */
export const codeCalls = {} as const satisfies Protocol['calls'];
