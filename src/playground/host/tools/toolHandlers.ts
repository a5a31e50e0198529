import type { Handlers } from '../../../webview/rpc';
import type { toolCalls } from '../../calls/tools';
import type { HandlerParts } from '../handlerParts';

export function toolHandlers(_parts: HandlerParts): Handlers<{ calls: typeof toolCalls }> {
  return {};
}
