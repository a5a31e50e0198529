import assert from 'node:assert/strict';
import { EagerClock } from '../../../fakes/eagerClock';
import { FakeClock } from '../../../fakes/clock';
import type { RetryWait } from '../../../../src/api/retry/retryPolicy';
import type { UploadProgress } from '../../../../src/api/upload/upload';
import { Rigs } from '../harness';
import { bytesOf, sourceOf, uploadFile } from './rig';

const FILE = { mimeType: 'image/png' } as const;
const RETRY = { clock: new EagerClock(), random: () => 0 };

describe('upload that takes its time', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  it('may take longer than any call, as long as it moves', async () => {
    const clock = new FakeClock();
    const { client } = await rigs.start(
      ({ headers }, wire) =>
        headers['x-goog-upload-command'] === 'start'
          ? wire.answer(200, '', {
              'x-goog-upload-status': 'active',
              'x-goog-upload-url': `http://${headers.host}/upload/x?upload_id=1`,
            })
          : wire.answer(200, '{"file":{"name":"files/x"}}', { 'x-goog-upload-status': 'final' }),
      { clock, retry: RETRY },
    );
    const source = sourceOf(bytesOf(5000), { onPiece: () => clock.advance(50_000) });
    const waits: RetryWait[] = [];
    await uploadFile(client, { source, file: FILE }, { onRetry: (wait) => waits.push(wait) });
    assert.equal(clock.monotonic(), 250_000);
    assert.deepEqual(waits, []);
  });

  it('is asked for when nothing moves for a minute', async () => {
    const clock = new FakeClock();
    const commands: (string | undefined)[] = [];
    const { client } = await rigs.start(
      ({ headers }, wire) => {
        const command = headers['x-goog-upload-command'];
        commands.push(command);
        if (command === 'start') {
          return wire.answer(200, '', {
            'x-goog-upload-status': 'active',
            'x-goog-upload-url': `http://${headers.host}/upload/x?upload_id=1`,
          });
        }
        if (command === 'query') {
          return wire.answer(200, '{"file":{"name":"files/x"}}', {
            'x-goog-upload-status': 'final',
          });
        }
        // All of it came, and no answer goes back.
        const pass = (): void => {
          clock.advance(20_000);
          if (!commands.includes('query')) setImmediate(pass);
        };
        setImmediate(pass);
        return undefined;
      },
      { clock, retry: RETRY },
    );
    const waits: RetryWait[] = [];
    const { name } = await uploadFile(
      client,
      { source: sourceOf(bytesOf(5000)), file: FILE },
      { onRetry: (wait) => waits.push(wait) },
    );
    assert.equal(name, 'files/x');
    assert.deepEqual(commands, ['start', 'upload, finalize', 'query']);
    assert.deepEqual(
      waits.map(({ error }) => error.reason),
      ['idle'],
    );
    assert.ok(clock.monotonic() >= 60_000);
  });

  it('tells of its progress ten times a second at most', async () => {
    const clock = new FakeClock();
    const { client } = await rigs.start(
      ({ headers }, wire) =>
        headers['x-goog-upload-command'] === 'start'
          ? wire.answer(200, '', {
              'x-goog-upload-status': 'active',
              'x-goog-upload-url': `http://${headers.host}/upload/x?upload_id=1`,
            })
          : wire.answer(200, '{"file":{"name":"files/x"}}', { 'x-goog-upload-status': 'final' }),
      { clock, retry: { clock, random: () => 0 } },
    );
    const source = sourceOf(bytesOf(100_000), { onPiece: () => clock.advance(10) });
    const told: UploadProgress[] = [];
    await uploadFile(
      client,
      { source, file: FILE },
      { onProgress: (progress) => told.push(progress) },
    );
    // A second, in a hundred pieces.
    assert.ok(told.length >= 10 && told.length <= 12, `told ${told.length} times`);
    assert.deepEqual(told.at(-1), { sent: 100_000, confirmed: 100_000 });
    for (const { sent, confirmed } of told) assert.ok(sent >= confirmed);
  });
});
