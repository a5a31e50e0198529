import type { Handlers } from '../../../webview/rpc';
import type { modeCalls } from '../../calls/modes';
import type { HandlerParts } from '../handlerParts';

export function modeHandlers(_parts: HandlerParts): Handlers<{ calls: typeof modeCalls }> {
  return {};
}
