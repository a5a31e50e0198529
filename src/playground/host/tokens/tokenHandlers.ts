import type { Handlers } from '../../../webview/rpc';
import type { tokenCalls } from '../../calls/tokens';
import type { HandlerParts } from '../handlerParts';

export function tokenHandlers(_parts: HandlerParts): Handlers<{ calls: typeof tokenCalls }> {
  return {};
}
