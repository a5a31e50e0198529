import assert from 'node:assert/strict';
import type { Dispatcher } from 'undici';
import { CancelledError } from '../../../src/base/errors';
import { HttpExchange, type ExchangeObserver } from '../../../src/api/undici/exchange';

/** The side of the dispatcher, as far as an exchange uses it. */
class FakeController implements Dispatcher.DispatchController {
  readonly rawHeaders = null;
  readonly rawTrailers = null;
  paused = false;
  reason: Error | null = null;

  get aborted(): boolean {
    return this.reason !== null;
  }

  abort(reason: Error): void {
    this.reason = reason;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}

const observer: ExchangeObserver = {
  onWait: () => undefined,
  onBytes: () => undefined,
  explain: (error) => (error instanceof Error ? error : new Error(String(error))),
  onEnd: () => undefined,
};

function start(headers: { readonly [name: string]: string | string[] | undefined } = {}): {
  readonly exchange: HttpExchange;
  readonly controller: FakeController;
} {
  const exchange = new HttpExchange(observer);
  const controller = new FakeController();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 200, headers);
  return { exchange, controller };
}

describe('exchanges', () => {
  it('pause the socket while nobody reads, and go on once somebody has', async () => {
    const { exchange, controller } = start();
    for (let count = 0; count < 4; count++) {
      exchange.onResponseData(controller, Buffer.alloc(65_536));
      assert.equal(controller.paused, false);
    }
    exchange.onResponseData(controller, Buffer.alloc(65_536));
    assert.equal(controller.paused, true);
    // Not at the first room for one more: a socket that stops and goes for each chunk is slow.
    await exchange.next();
    assert.equal(controller.paused, true);
    await exchange.next();
    assert.equal(controller.paused, false);
  });

  it('hand over small pieces together and large ones as they are, all in order', async () => {
    const { exchange, controller } = start();
    for (const text of ['a', 'b', 'c']) exchange.onResponseData(controller, Buffer.from(text));
    assert.equal(String((await exchange.next()).value), 'abc');
    const large = ['x', 'y'].map((letter) => Buffer.alloc(10_000, letter));
    for (const piece of large) exchange.onResponseData(controller, piece);
    exchange.onResponseEnd();
    assert.equal((await exchange.next()).value, large[0]);
    assert.equal((await exchange.next()).value, large[1]);
    assert.deepEqual(await exchange.next(), { value: undefined, done: true });
  });

  it('send nothing when they were ended before their turn came', () => {
    const exchange = new HttpExchange(observer);
    exchange.head.catch(() => undefined);
    const reason = new CancelledError();
    exchange.abort(reason);
    const controller = new FakeController();
    exchange.onRequestStart(controller);
    assert.equal(controller.reason, reason);
  });

  it('hand over nothing more once they are ended', async () => {
    const { exchange, controller } = start();
    exchange.onResponseData(controller, Buffer.from('a'));
    const reason = new CancelledError();
    exchange.abort(reason);
    assert.equal(controller.reason, reason);
    await assert.rejects(exchange.next(), reason);
  });

  it('hand over what came before a break', async () => {
    const { exchange, controller } = start();
    exchange.onResponseData(controller, Buffer.from('a'));
    exchange.onResponseError(controller, new Error('broke'));
    assert.equal(String((await exchange.next()).value), 'a');
    await assert.rejects(exchange.next(), /broke/);
  });

  it('join the values of a header that came more than once', async () => {
    const { exchange } = start({ vary: ['Origin', 'Referer'], server: 'x', none: undefined });
    const { headers } = await exchange.head;
    assert.deepEqual(headers, { vary: 'Origin, Referer', server: 'x', none: '' });
  });
});
