import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { parseEndpoint } from '../../../src/api/endpoint';
import { redact } from '../../../src/api/redact';
import { buildRequest } from '../../../src/api/request';
import { RunningSend, type SendJob } from '../../../src/api/undici/send';
import { FakeClock } from '../../fakes/clock';
import { failure, reasonOf } from './harness';

/** A dispatcher that does all that it does before it returns. */
class AtOnce {
  readonly #script: (handler: Dispatcher.DispatchHandler) => void;

  constructor(script: (handler: Dispatcher.DispatchHandler) => void) {
    this.#script = script;
  }

  dispatch(_options: unknown, handler: Dispatcher.DispatchHandler): boolean {
    this.#script(handler);
    return true;
  }
}
const controller = {
  abort: () => undefined,
  paused: false,
} as unknown as Dispatcher.DispatchController;

function start(script: (handler: Dispatcher.DispatchHandler) => void) {
  const clock = new FakeClock();
  const ends: unknown[] = [];
  const job: SendJob = {
    request: buildRequest('models.list', 'v1beta', {}),
    endpoint: parseEndpoint('https://service.example'),
    body: undefined,
    stream: false,
    clock,
    limits: { timeoutMs: 1000, idleMs: 1000 },
    prepare: async () => ({
      dispatcher: new AtOnce(script) as unknown as Dispatcher,
      headers: {},
      redact,
    }),
    onEnd: (_send, error) => ends.push(error),
  };
  const { signal } = new AbortController();
  return { answer: new RunningSend(job).run(signal), signal, clock, ends };
}

describe('a request that is over before anybody looks at its head', () => {
  for (const [how, reason] of [
    ['whole', undefined],
    ['broken', 'incomplete'],
  ] as const) {
    it(`${how} leaves no timer and no listener, and gives what came`, async () => {
      const { answer, signal, clock, ends } = start((handler) => {
        handler.onRequestStart?.(controller, {});
        handler.onResponseStart?.(controller, 200, {});
        handler.onResponseData?.(controller, Buffer.from('{}'));
        const error = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
        if (how === 'whole') handler.onResponseEnd?.(controller, {});
        else handler.onResponseError?.(controller, error);
      });
      const { body } = await answer;
      assert.deepEqual(ends.map(reasonOf), [reason]);
      assert.equal(clock.pending, 0);
      assert.deepEqual(getEventListeners(signal, 'abort'), []);
      const read = body[Symbol.asyncIterator]();
      assert.equal(String((await read.next()).value), '{}');
      if (how === 'whole') assert.equal((await read.next()).done, true);
      else assert.equal((await failure(read.next())).reason, reason);
    });
  }
});
