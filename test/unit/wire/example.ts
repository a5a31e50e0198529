import assert from 'node:assert/strict';
import type { CallInput, CallOutput, Client, StreamId } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import type { OperationId } from '../../../src/api/operations';
import type { PlainRequest } from '../../../src/api/request';
import type { Transport, WireAnswer } from '../../../src/api/transport';
import type { Version } from '../../../src/api/versions';

/** What goes over the wire and comes back, typed by hand: nothing of it is computed from the tables. */
export interface Wire {
  /** `METHOD /path?query`. */
  readonly request: string;
  /** JSON text of the body. */
  readonly body?: string;
  readonly contentType?: string;
  /** The answer's body. */
  readonly answer: string;
}

/** An operation in a version, and the test of its literal example. */
export interface Example {
  readonly name: string;
  run(): Promise<void>;
}

/** One call against its literal example. */
export function callExample<I extends OperationId>(
  id: I,
  version: Version,
  input: CallInput<I>,
  wire: Wire,
  output: CallOutput<I>,
): Example {
  return {
    name: `${id} in ${version}`,
    async run() {
      const fake = new LiteralTransport(wire);
      assert.deepEqual(await clientOf(fake, version).call(id, input), output);
      fake.assertSent();
    },
  };
}

/** One streamed call against its literal example. */
export function streamExample<I extends StreamId>(
  id: I,
  version: Version,
  input: CallInput<I>,
  wire: Wire,
  output: readonly CallOutput<I>[],
): Example {
  return {
    name: `${id} in ${version}`,
    async run() {
      const fake = new LiteralTransport(wire);
      const pieces: CallOutput<I>[] = [];
      for await (const piece of clientOf(fake, version).stream(id, input)) pieces.push(piece);
      assert.deepEqual(pieces, output);
      fake.assertSent();
    },
  };
}

function clientOf(transport: Transport, version: Version): Client {
  return createClient({ transport, preferredVersion: version });
}

class LiteralTransport implements Transport {
  readonly #wire: Wire;
  #sent: PlainRequest | undefined;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  send(request: PlainRequest): Promise<WireAnswer> {
    this.#sent = request;
    const headers = { 'content-type': this.#wire.contentType ?? 'application/json; charset=UTF-8' };
    const bytes = Buffer.from(this.#wire.answer);
    async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
      await Promise.resolve();
      yield bytes;
    }
    return Promise.resolve({ status: 200, headers, body: body() });
  }

  assertSent(): void {
    const { method, path, query, body } = this.#sent ?? assert.fail('Nothing was sent.');
    const search = new URLSearchParams(query).toString();
    assert.equal(`${method} ${path}${search === '' ? '' : `?${search}`}`, this.#wire.request);
    assert.equal(body === undefined ? undefined : JSON.stringify(body), this.#wire.body);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
