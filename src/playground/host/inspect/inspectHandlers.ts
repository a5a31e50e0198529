import type { Handlers } from '../../../webview/rpc';
import type { inspectCalls } from '../../calls/inspect';
import type { HandlerParts } from '../handlerParts';

export function inspectHandlers(_parts: HandlerParts): Handlers<{ calls: typeof inspectCalls }> {
  return {};
}
