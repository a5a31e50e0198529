import assert from 'node:assert/strict';
import type { Credential } from '../../../../src/api/transport';
import { failure } from '../harness';
import { assertSame, bytesOf, commandsOf, GRANULE, sourceOf, useUploads, uploadFile } from './rig';

const FILE = { mimeType: 'image/png' } as const;

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
