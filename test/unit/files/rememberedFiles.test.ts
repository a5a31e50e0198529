import assert from 'node:assert/strict';
import { type RememberedUpload, RememberedFiles } from '../../../src/files/rememberedFiles';
import { FakeClock } from '../../fakes/clock';
import { FakeFiles } from '../../fakes/files';
import { FakeLog } from '../../fakes/log';

const DAY = 24 * 3_600_000;

describe('what is remembered of files that were sent', () => {
  const clock = new FakeClock();
  const files = new FakeFiles();
  const log = new FakeLog();

  const open = () => new RememberedFiles({ files, clock, log });
  const sent = (id: string, connection = 'mine'): RememberedUpload => ({
    connection,
    name: `files/${id}`,
    uri: `https://one.example/v1beta/files/${id}`,
    target: { scheme: 'file', authority: '', path: `/${id}` },
    path: `/${id}`,
    displayName: id,
    mimeType: 'text/plain',
    size: 3,
    modifiedAt: 1,
    expiresAt: clock.now() + 2 * DAY,
  });
  const names = async (connection = 'mine') =>
    (await open().list(connection)).map(({ displayName }) => displayName);

  it('is found by name and by address, of its own connection only', async () => {
    await open().remember(sent('a'));
    clock.advance(1000);
    await open().remember(sent('b'));
    await open().remember(sent('a', 'other'));
    assert.deepEqual(await names(), ['b', 'a']);
    assert.equal((await open().find('mine', 'files/b'))?.path, '/b');
    assert.equal((await open().find('mine', sent('b').uri))?.path, '/b');
    assert.equal(await open().find('other', 'files/b'), undefined);
  });
});
