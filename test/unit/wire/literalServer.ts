import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import { parseEndpoint } from '../../../src/api/endpoint';
import { UndiciTransport } from '../../../src/api/undiciSenders';
import { FaultServer, type SeenRequest } from '../../fakes/faultServer';
import type { Media } from '../../../src/api/request';
import type { Wire } from './example';
import { multipartBody } from './multipart';

const JSON_TYPE = 'application/json; charset=UTF-8';

/** The example that is played. */
interface Stage {
  wire: Wire | undefined;
}

/** A server that answers what an example says, a client over real sockets, and what arrived. */
export class LiteralServer {
  readonly client: Client;
  readonly #server: FaultServer;
  readonly #stage: Stage;

  private constructor(server: FaultServer, stage: Stage) {
    this.#server = server;
    this.#stage = stage;
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(server.origin),
      // Credentials are no part of an example.
      credential: () => Promise.resolve({ kind: 'bearer', token: 'literal-token' }),
    });
    const retry = { maxAttempts: 1 };
    this.client = createClient({ transport, preferredVersion: 'v1beta', retry });
  }

  static async start(): Promise<LiteralServer> {
    const stage: Stage = { wire: undefined };
    const server = await FaultServer.start((_request, wire) => {
      const { answer = 'No example is played.', contentType = JSON_TYPE } = stage.wire ?? {};
      return wire.answer(200, answer, { 'content-type': contentType });
    });
    return new LiteralServer(server, stage);
  }

  /** Answers with an example from now on. */
  play(wire: Wire): void {
    this.#stage.wire = wire;
    this.#server.requests.length = 0;
  }

  /** Fails unless exactly the example's request arrived, once. */
  assertArrived(): void {
    const wire = this.#stage.wire ?? assert.fail('No example was played.');
    const [seen, ...more] = this.#server.requests;
    assert.ok(seen, 'Nothing arrived.');
    assert.equal(more.length, 0, 'More than one request arrived.');
    assert.equal(`${seen.method} ${seen.target}`, wire.request);
    if (wire.parts) assertParts(seen, wire.parts);
    else if (wire.bytes) assertBytes(seen, wire.bytes);
    else assertJson(seen, wire.body);
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.#server.close();
  }
}

function assertJson({ body, headers }: SeenRequest, expected: string | undefined): void {
  assert.equal(body, expected ?? '');
  assert.equal(headers['content-type'], expected === undefined ? undefined : 'application/json');
  assert.equal(headers['x-goog-upload-protocol'], undefined);
}

function assertBytes({ bytes, headers }: SeenRequest, { contentType, data }: Media): void {
  assert.equal(headers['x-goog-upload-protocol'], 'raw');
  assert.equal(headers['content-type'], contentType);
  assert.equal(bytes.toString('latin1'), Buffer.from(data).toString('latin1'));
}

function assertParts({ bytes, headers }: SeenRequest, parts: NonNullable<Wire['parts']>): void {
  assert.equal(headers['x-goog-upload-protocol'], 'multipart');
  const type = headers['content-type'] ?? '';
  const [, boundary] = /^multipart\/related; boundary=([\w-]{1,70})$/.exec(type) ?? [];
  assert.ok(boundary, `${type} names no boundary.`);
  // As Latin-1, in which a difference of any byte is seen.
  assert.equal(bytes.toString('latin1'), multipartBody(boundary, parts).toString('latin1'));
}
