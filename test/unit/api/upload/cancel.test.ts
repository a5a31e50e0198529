import assert from 'node:assert/strict';
import type { Credential } from '../../../../src/api/transport';
import { AppError, CancelledError } from '../../../../src/base/errors';
import { failure, reasonOf } from '../harness';
import { assertSame, bytesOf, commandsOf, GRANULE, sourceOf, uploadFile, useUploads } from './rig';
import { until } from '../../../fakes/until';

const FILE = { mimeType: 'image/png' } as const;

describe('upload that is cancelled', () => {
  const rig = useUploads();
  const bytes = bytesOf(10 * GRANULE);

  /** Aborts once half of it is read, and stays there. */
  function halfway(abort: () => void) {
    let readAt = 0;
    const source = sourceOf(bytes, {
      piece: GRANULE,
      onPiece: (offset) => {
        readAt = offset;
        if (offset === 5 * GRANULE) abort();
      },
    });
    return { source, readAt: () => readAt };
  }

  it('stops at once, and is cancelled at the service', async () => {
    const stop = new AbortController();
    const { source, readAt } = halfway(() => stop.abort());
    const { client } = rig.connect();
    const error = await failure(
      uploadFile(client, { source, file: FILE }, { signal: stop.signal }),
    );
    assert.ok(error instanceof CancelledError);
    // On connections of their own: which of the two is seen first is open.
    const seen = [...commandsOf(await rig.seen())].sort();
    assert.deepEqual(seen, ['cancel', 'start', 'upload, finalize']);
    assert.ok(readAt() <= 6 * GRANULE, 'nothing more is read');
    assert.deepEqual(await rig.files(), []);
  });

  it('is kept at the service where it is told to', async () => {
    const stop = new AbortController();
    const { source } = halfway(() => stop.abort());
    const { client } = rig.connect();
    const options = { signal: stop.signal, onAbort: 'keep' } as const;
    await failure(uploadFile(client, { source, file: FILE }, options));
    await until(async () => commandsOf(await rig.seen()).length > 1);
    assert.deepEqual(commandsOf(await rig.seen()), ['start', 'upload, finalize']);
  });
});

describe('upload of a file that changes', () => {
  const rig = useUploads();
  const bytes = bytesOf(4 * GRANULE);

  for (const [what, fails, reason] of [
    ['has changed', () => new AppError('sourceChanged', 'It has changed.'), 'sourceChanged'],
    ['cannot be read', () => Object.assign(new Error('EIO'), { code: 'EIO' }), 'notReadable'],
  ] as const) {
    for (const chunkBytes of [undefined, GRANULE]) {
      it(`is cancelled, with nothing finished, when it ${what} (${chunkBytes ?? 'one request'})`, async () => {
        const source = sourceOf(bytes, {
          piece: GRANULE,
          onPiece: (offset) => {
            if (offset === 3 * GRANULE) throw fails();
          },
        });
        const { client } = rig.connect();
        const options = chunkBytes === undefined ? {} : { chunkBytes };
        const error = await failure(uploadFile(client, { source, file: FILE }, options));
        assert.equal(reasonOf(error), reason);
        assert.ok(commandsOf(await rig.seen()).includes('cancel'));
        assert.deepEqual(await rig.files(), []);
      });
    }
  }

  it('refuses what is too large before anything is sent', async () => {
    const { client } = rig.connect();
    const source = { ...sourceOf(bytes), size: 2 ** 31 + 1 };
    const error = await failure(uploadFile(client, { source, file: FILE }));
    assert.equal(reasonOf(error), 'tooLarge');
    assert.equal(
      error.message,
      'The file has 2,147,483,649 bytes, but the maximum is 2,147,483,648 bytes (2 GiB).',
    );
    assert.deepEqual(await rig.seen(), []);
  });

  it('refuses a type that could add a line of its own', async () => {
    const { client } = rig.connect();
    const file = { mimeType: 'image/png\r\nx-other: 1' };
    const error = await failure(uploadFile(client, { source: sourceOf(bytes), file }));
    assert.equal(reasonOf(error), 'badMediaType');
    assert.deepEqual(await rig.seen(), []);
  });
});

describe('upload whose token expires', () => {
  const rig = useUploads();
  const bytes = bytesOf(4 * GRANULE);

  function connect(renews: () => boolean) {
    let renewals = 0;
    const credential = (): Promise<Credential> =>
      Promise.resolve({
        kind: 'bearer',
        token: rig.emulator().accessToken,
        renew: () => {
          renewals += 1;
          return Promise.resolve(renews());
        },
      });
    const { client } = rig.connect({ credential });
    return { client, renewals: () => renewals };
  }

  it('renews it once, asks, and goes on', async () => {
    await rig.fault({ kind: 'upload-expired-token' });
    const { client, renewals } = connect(() => true);
    assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
    assert.equal(renewals(), 1);
    assert.deepEqual(commandsOf(await rig.seen()), [
      'start',
      'upload, finalize',
      'query',
      'upload, finalize',
    ]);
  });

  for (const [what, renews, sent] of [
    ['there is no other', false, 2],
    ['the other one is not taken either', true, 4],
  ] as const) {
    it(`ends, and keeps the session, where ${what}`, async () => {
      await rig.fault({ kind: 'upload-expired-token', count: 9 });
      const { client } = connect(() => renews);
      const error = await failure(uploadFile(client, { source: sourceOf(bytes), file: FILE }));
      assert.equal((error as { httpStatus?: number }).httpStatus, 401);
      const commands = commandsOf(await rig.seen());
      assert.equal(commands.length, sent, commands.join());
      assert.ok(!commands.includes('cancel'));
    });
  }
});
