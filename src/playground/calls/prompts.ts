import type { Protocol } from '../../webview/rpc';

/** Prompt files and their variables. */
export const promptCalls = {} as const satisfies Protocol['calls'];
