import type { Handlers } from '../../../webview/rpc';
import type { editorCalls } from '../../calls/editor';
import type { HandlerParts } from '../handlerParts';

export function editorHandlers(_parts: HandlerParts): Handlers<{ calls: typeof editorCalls }> {
  return {};
}
