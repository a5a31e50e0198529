import { rawRequest } from '../../../src/api/rawRequest';
import type { PlainRequest } from '../../../src/api/request';
import { sendAndShow } from '../../../src/console/sendRequest';
import { openConsole, ScriptedBody, WORK, type Exchange } from './sending';

export const get = rawRequest({
  operation: 'models.get',
  version: 'v1',
  path: { name: 'models/x' },
  query: {},
});
export const deletion = rawRequest({
  operation: 'tunedModels.delete',
  version: 'v1beta3',
  path: { name: 'tunedModels/a b' },
  query: {},
});
export const stream = rawRequest({
  operation: 'models.streamGenerateContent',
  version: 'v1beta',
  path: { model: 'models/x' },
  query: {},
});

/** A console whose requests are answered as told, or by `body`. */
export function setUpSending(exchange?: Exchange) {
  const body = new ScriptedBody();
  const sent: PlainRequest[] = [];
  const console = openConsole({
    exchange: (request, options = {}) => {
      sent.push(request);
      if (exchange) return exchange(request, options);
      return Promise.resolve({ status: 200, headers: {}, body });
    },
  });
  const send = (request: PlainRequest) => sendAndShow(console.parts, WORK.id, request);
  return { ...console, body, sent, send };
}

/** An answer that is there at once. */
export function answering(status: number, text = '{}'): Exchange {
  return () => {
    const body = new ScriptedBody();
    body.push(text);
    body.push(undefined);
    return Promise.resolve({ status, headers: {}, body });
  };
}
