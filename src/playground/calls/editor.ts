import type { Protocol } from '../../webview/rpc';

/** Answers in the editor. */
export const editorCalls = {} as const satisfies Protocol['calls'];
