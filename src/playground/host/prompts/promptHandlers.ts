import type { Handlers } from '../../../webview/rpc';
import type { promptCalls } from '../../calls/prompts';
import type { HandlerParts } from '../handlerParts';

export function promptHandlers(_parts: HandlerParts): Handlers<{ calls: typeof promptCalls }> {
  return {};
}
