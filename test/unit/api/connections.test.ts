import assert from 'node:assert/strict';
import { readJson } from '../../../src/api/body';
import { RunningSend } from '../../../src/api/undici/send';
import { failure, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('connections', () => {
  it('are kept for the next call, and go when the client is closed', async () => {
    const closed: Promise<void>[] = [];
    const { client, server } = await rigs.start((_request, wire) => {
      closed.push(wire.closed);
      return wire.answer(200, '{}', { 'keep-alive': 'timeout=600' });
    });
    for (let call = 0; call < 10; call++) await client.call('models.list', {});
    // A call that follows at once may find the one before still busy with its end.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
    await client.close();
    await Promise.all(closed);
  });

  it('are held by no call that is over', async () => {
    const { client } = await rigs.start((_request, wire) => wire.json(200, {}));
    for (let call = 0; call < 3; call++) await client.call('models.list', {});
    const abort = Object.getOwnPropertyDescriptor(RunningSend.prototype, 'abort') ?? assert.fail();
    let aborted = 0;
    Object.defineProperty(RunningSend.prototype, 'abort', {
      ...abort,
      value: () => (aborted += 1),
    });
    try {
      await client.close();
    } finally {
      Object.defineProperty(RunningSend.prototype, 'abort', abort);
    }
    assert.equal(aborted, 0);
  });
});

describe('the body of an answer', () => {
  it('has a limit', async () => {
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      for (let chunk = 0; chunk < 4; chunk++) yield Buffer.from(chunk === 0 ? '{}' : '        ');
      await Promise.resolve();
    };
    const parts = { status: 200, headers: {} };
    assert.deepEqual(await readJson({ ...parts, body: bytes() }, 26), {});
    const error = await failure(readJson({ ...parts, body: bytes() }, 25));
    assert.equal(error.reason, 'tooLarge');
  });
});
