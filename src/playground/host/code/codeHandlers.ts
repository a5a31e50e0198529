import type { Handlers } from '../../../webview/rpc';
import type { codeCalls } from '../../protocol';
import type { HandlerParts } from '../handlerParts';
import { showCode } from './showCode';
import { nextRequest } from './turnRequest';

export function codeHandlers(parts: HandlerParts): Handlers<{ calls: typeof codeCalls }> {
  return { getCode: ({ text }) => showCode(parts, nextRequest(parts, text)) };
}
