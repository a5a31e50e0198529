import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { discoveryRequest, rawRequest } from '../../../src/api/request';
import type { WireResponse } from '../../../src/api/transport';
import { ASK, EVENT, KEY, Rigs, SSE } from './harness';

async function textOf({ body }: WireResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('requests by hand', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  it('are sent as they are, in a version that lacks the operation too', async () => {
    const { server, client } = await rigs.start((_request, wire) =>
      wire.answer(404, '{"error":{}}'),
    );
    const request = rawRequest({
      operation: 'models.generateText',
      version: 'v1',
      path: { model: 'models/x' },
      query: { strange: 'yes' },
      body: { wrong: [1] },
    });
    const answer = await client.exchange(request);
    assert.equal(answer.status, 404);
    assert.equal(await textOf(answer), '{"error":{}}');
    const [seen] = server.requests;
    assert.equal(seen?.target, '/v1/models/x:generateText?strange=yes');
    assert.deepEqual(JSON.parse(seen.body), { wrong: [1] });
    assert.equal(server.requests.length, 1);
  });

  it('refuse names that would lead elsewhere', () => {
    for (const name of ['models/../x', 'corpora/x', '']) {
      assert.throws(
        () => rawRequest({ operation: 'models.get', version: 'v1', path: { name }, query: {} }),
        { name: 'AppError' },
        name,
      );
    }
  });

  it('need no credential for the description of the service', async () => {
    const { server, client } = await rigs.start((_request, wire) => wire.answer(200, '{}'));
    await textOf(await client.exchange(discoveryRequest('v1beta')));
    assert.equal(server.requests[0]?.target, '/$discovery/rest?version=v1beta');
    assert.equal(server.requests[0].headers['x-goog-api-key'], undefined);
    assert.equal(credentialNeed({ operation: 'discovery' }).accepts, 'none');
  });
});

describe('recordings', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  it('have both bodies, their headers and frames, without the key', async () => {
    const { client, exchanges } = await rigs.start(
      async (_request, wire) => {
        await wire.head(200, { ...SSE, 'x-echo': KEY });
        await wire.chunk(EVENT);
        await wire.chunk(EVENT);
        await wire.end();
      },
      { isRecording: () => true },
    );
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) assert.ok(piece);
    const [{ recording } = assert.fail()] = exchanges;
    assert.ok(recording);
    assert.deepEqual(JSON.parse(recording.requestText), ASK.body);
    assert.equal(recording.responseText, EVENT + EVENT);
    assert.equal(recording.requestHeaders['x-goog-api-key'], '[redacted]');
    assert.equal(recording.responseHeaders['x-echo'], '[redacted]');
    assert.equal(
      recording.frames.reduce((sum, { bytes }) => sum + bytes, 0),
      2 * EVENT.length,
    );
    assert.deepEqual(recording.isCut, { request: false, response: false });
    assert.equal(recording.request.operation, 'models.streamGenerateContent');
  });

  it('say which error a stream has ended in after a good status, however it is written', async () => {
    const error = '{"error":{"code":429,"message":"Slow down.","status":"RESOURCE_EXHAUSTED"}}';
    const said = 'data: {"text":"one \\"error\\", and \\"error\\""}\r\n\r\n';
    // More than what is kept of the beginning of an answer.
    const long = said.repeat(20_000);
    const bodies: readonly (readonly [body: string, isFailed: boolean])[] = [
      [`${said}data: ${error}\n\n`, true],
      [`${said}${error}`, true],
      [`${long}data: ${error}\n\n`, true],
      [said, false],
      [long, false],
    ];
    for (const [body, isFailed] of bodies) {
      for (const encoding of body.length > long.length ? ['identity'] : ['identity', 'gzip']) {
        const { client, exchanges } = await rigs.start(
          async (_request, wire) => {
            await wire.head(200, { ...SSE, 'content-encoding': encoding });
            await wire.chunk(encoding === 'gzip' ? gzipSync(body) : body);
            await wire.end();
          },
          { isRecording: () => true },
        );
        const read = async (): Promise<void> => {
          const pieces = client.stream('models.streamGenerateContent', ASK);
          for await (const piece of pieces) assert.ok(piece);
        };
        if (isFailed) await assert.rejects(read(), { httpStatus: 429 });
        else await read();
        const failed = { httpStatus: 429, status: 'RESOURCE_EXHAUSTED' };
        const name = `${body.slice(-90)} ${encoding}`;
        assert.deepEqual(exchanges[0]?.streamError, isFailed ? failed : undefined, name);
      }
    }
  });

  it('unpack what came packed', async () => {
    const { client, exchanges } = await rigs.start(
      async (_request, wire) => {
        await wire.head(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        await wire.chunk(gzipSync('{"name":"models/x"}'));
        await wire.end();
      },
      { isRecording: () => true },
    );
    await client.call('models.get', { name: 'models/x' });
    assert.equal(exchanges[0]?.recording?.responseText, '{"name":"models/x"}');
  });

  it('keep the beginning of what is large', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(400_000) });
    const { client, exchanges } = await rigs.start((_request, wire) => wire.answer(200, large), {
      isRecording: () => true,
    });
    await client.call('models.get', { name: 'models/x' });
    const recording = exchanges[0]?.recording;
    assert.equal(recording?.responseText, large.slice(0, 256 * 1024));
    assert.deepEqual(recording.isCut, { request: false, response: true });
  });

  it('are not made unless asked for', async () => {
    const { client, exchanges } = await rigs.start((_request, wire) => wire.answer(200, '{}'));
    await client.call('models.get', { name: 'models/x' });
    assert.equal(exchanges[0]?.recording, undefined);
  });
});
