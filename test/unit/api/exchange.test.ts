import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { EventTimes } from '../../../src/api/recording';
import { rawRequest } from '../../../src/api/request';
import { ASK, EVENT, KEY, Rigs, SSE } from './harness';

describe('requests by hand', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  it('refuse names that would lead elsewhere', () => {
    for (const name of ['models/../x', 'corpora/x', '']) {
      assert.throws(
        () => rawRequest({ operation: 'models.get', version: 'v1', path: { name }, query: {} }),
        { name: 'AppError' },
        name,
      );
    }
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
});

const same = (name: string): string => name;

describe('the events of a stream that comes by', () => {
  it('have the times of the bytes that brought their names', () => {
    const events = new EventTimes(same);
    events.add(10, Buffer.from('event: a\ndata: 1\n\neve'));
    events.add(25, Buffer.from('nt: b\n\n'));
    assert.deepEqual(events.times, [
      { atMs: 10, type: 'a' },
      { atMs: 25, type: 'b' },
    ]);
  });

  it('are told without secrets that a name has', () => {
    const events = new EventTimes((name) => name.replace('canary', 'gone'));
    events.add(1, Buffer.from('event: canary\n\n'));
    assert.deepEqual([...events.counts], [['gone', 1]]);
  });
});
