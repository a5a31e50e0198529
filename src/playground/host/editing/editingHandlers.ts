import type { Handlers } from '../../../webview/rpc';
import type { editingCalls } from '../../calls/editing';
import type { HandlerParts } from '../handlerParts';

export function editingHandlers(_parts: HandlerParts): Handlers<{ calls: typeof editingCalls }> {
  return {};
}
