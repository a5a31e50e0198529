import type { Handlers } from '../../../webview/rpc';
import type { codeCalls } from '../../calls/code';
import type { HandlerParts } from '../handlerParts';

export function codeHandlers(_parts: HandlerParts): Handlers<{ calls: typeof codeCalls }> {
  return {};
}
