import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { askAsUser, call, refusal } from '../asUser';
import { errorOf, useEmulator } from '../wire';

describe('emulator: corpora', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  afterEach(async () => {
    const { corpora = [] } = (await call(emulator(), 'GET corpora')) as {
      corpora?: { name: string }[];
    };
    for (const { name } of corpora) await call(emulator(), `DELETE ${name}?force=true`);
  });

  it('has room for five, and for display names of 512 characters', async () => {
    const longest = '🙂'.repeat(512);
    const made = await call(emulator(), 'POST corpora', { displayName: longest });
    assert.equal(made.displayName, longest);
    assert.match(
      await refusal(emulator(), 'POST corpora', 400, { displayName: `${longest}x` }),
      /display_name.*512/,
    );
    for (let index = 1; index < 5; index += 1) await call(emulator(), 'POST corpora', {});
    const full = await askAsUser(emulator(), 'POST corpora', {});
    assert.equal(full.status, 429);
    assert.equal(errorOf(full).status, 'RESOURCE_EXHAUSTED');
  });

  it('changes what the mask names and nothing else', async () => {
    const made = await call(emulator(), 'POST corpora', { name: 'corpora/m', displayName: 'One' });
    clock.advance(5000);
    for (const mask of ['displayName', 'display_name', '*']) {
      const changed = await call(emulator(), `PATCH corpora/m?updateMask=${mask}`, {
        name: 'corpora/m',
        displayName: mask,
      });
      assert.equal(changed.displayName, mask);
      assert.equal(changed.createTime, made.createTime);
      assert.ok(changed.updateTime > made.updateTime);
      assert.deepEqual(await call(emulator(), 'GET corpora/m'), changed);
    }
    const cleared = await call(emulator(), 'PATCH corpora/m?updateMask=displayName', {});
    assert.equal('displayName' in cleared, false);
  });

  it('deletes with its documents only where that is forced', async () => {
    await call(emulator(), 'POST corpora', { name: 'corpora/full' });
    await call(emulator(), 'POST corpora/full/documents', { name: 'corpora/full/documents/d' });
    const kept = await askAsUser(emulator(), 'DELETE corpora/full');
    assert.equal(kept.status, 400);
    assert.deepEqual(
      [errorOf(kept).status, errorOf(kept).message],
      ['FAILED_PRECONDITION', 'Cannot delete non-empty Corpus.'],
    );
    assert.deepEqual(await call(emulator(), 'DELETE corpora/full?force=true'), {});
    await refusal(emulator(), 'GET corpora/full', 403);
    // Nothing of the old one is in a new one of the same name.
    await call(emulator(), 'POST corpora', { name: 'corpora/full' });
    assert.deepEqual(await call(emulator(), 'GET corpora/full/documents'), {});
    assert.deepEqual(await call(emulator(), 'DELETE corpora/full'), {});
  });
});
