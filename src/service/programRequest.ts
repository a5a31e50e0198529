import { isOperationId } from '../api/operations';
import { SECRET_PARAMETERS } from '../api/redact';
import type { PlainRequest } from '../api/request';
import { VERSIONS } from '../api/versions';
import { isObject, tryParse } from '../base/json';
import { EMULATOR_ID } from './connection';
import type { CodeTarget } from './curl';
import type { SessionExchange } from './sessionExchange';

/**
 * Converts an app's request for resending. Undefined for uploads, Live API sessions, unknown methods,
 * non-JSON bodies and partly retained requests.
 */
export function programRequest({
  operation = '',
  method,
  target,
  wire,
}: SessionExchange): { readonly request: PlainRequest; readonly target: CodeTarget } | undefined {
  const url = new URL(target, 'http://service');
  const [, word] = url.pathname.split('/');
  const version = VERSIONS.find((one) => one === word);
  if (!wire || wire.upload || !version || !isOperationId(operation)) return undefined;
  if (/^\/(?:upload|v1beta\/openai)\//.test(url.pathname)) return undefined;
  const body = wire.request.length === 0 ? undefined : tryParse(wire.request.toString());
  if (wire.request.length > 0 && !isObject(body)) return undefined;
  for (const name of SECRET_PARAMETERS) url.searchParams.delete(name);
  const names = new Set(url.searchParams.keys());
  return {
    request: {
      ...{ operation, version, method: method as PlainRequest['method'], path: url.pathname },
      query: Object.fromEntries([...names].map((name) => [name, url.searchParams.getAll(name)])),
      ...(isObject(body) && { body }),
    },
    target: { id: EMULATOR_ID, endpoint: wire.base, auth: 'apiKey' },
  };
}
