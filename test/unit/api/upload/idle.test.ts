import assert from 'node:assert/strict';
import { EagerClock } from '../../../fakes/eagerClock';
import { FakeClock } from '../../../fakes/clock';
import type { RetryWait } from '../../../../src/api/retry/retryPolicy';
import { Rigs } from '../harness';
import { bytesOf, sourceOf, uploadFile } from './rig';

const FILE = { mimeType: 'image/png' } as const;
const RETRY = { clock: new EagerClock(), random: () => 0 };

describe('upload that takes its time', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

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
});
