import assert from 'node:assert/strict';
import { writeTar } from '../../../../src/base/tar';
import type { NewUpload } from '../../../../src/files/context';
import { environmentDestination } from '../../../../src/files/environments/environmentDestination';
import { saveFilesAs } from '../../../../src/files/environments/saveFilesAs';
import {
  fillEnvironment,
  uploadInto,
} from '../../../../src/files/environments/uploadToEnvironment';
import { type UploadJob } from '../../../../src/files/uploadJob';
import { bytesSource } from '../../../../src/service/environmentFiles';
import { fakeFilesContext } from '../../../fakes/filesContext';
import { FakeLocalFiles, FakeLocalFolders } from '../../../fakes/localFiles';
import { FakeUserFiles, targetOf } from '../../../fakes/userFiles';
import { EnvironmentWorld } from '../../service/environmentWorld';

describe('uploads to environments', () => {
  let world: EnvironmentWorld;

  before(async () => {
    world = await EnvironmentWorld.open({ 'src/main.py': 'print(1)', 'read.me': 'Read.' });
  });
  after(async () => await world.close());

  function open(files: FakeUserFiles, ...answers: readonly (string | undefined)[]) {
    const fakes = fakeFilesContext(files, [], ...answers);
    const localFiles = new FakeLocalFiles();
    const localFolders = new FakeLocalFolders();
    const services = { ...fakes.room.services, ...world.services };
    const room = { ...fakes.room, services, localFiles, localFolders };
    const added = () =>
      fakes.queue.added.map(({ entry }) => [
        entry?.name.slice(world.environment.name.length),
        entry?.isReplacing,
      ]);
    const asked = () => fakes.prompts.asked.map(({ text }) => text);
    return { ...fakes, room, added, asked, localFiles, localFolders };
  }

  it('put files and folders where they were clicked, each at its own place', async () => {
    const files = new FakeUserFiles({
      '/w/app/main.py': 'print(2)',
      '/w/app/lib/__init__.py': '',
      '/w/app/lib/same.py': 'print(2)',
      '/w/one.txt': 'one',
    });
    const { room, added, asked } = open(files, '**', 'Upload');
    await uploadInto(room, world.entry('src'), ['/w/app', '/w/one.txt'].map(targetOf));
    assert.deepEqual(added().sort(), [
      ['/files/src/app/lib/__init__.py', false],
      ['/files/src/app/lib/same.py', false],
      ['/files/src/app/main.py', false],
      ['/files/src/one.txt', false],
    ]);
    assert.match(asked().at(-1) ?? '', /^Upload 4 files \(.*\) to .*\/src of Mine\?/);
  });

  it('ask about what is there already: it is overwritten, or left out', async () => {
    const files = new FakeUserFiles({ '/w/main.py': 'print(2)', '/w/b.py': 'b' });
    const both = ['/w/main.py', '/w/b.py'].map(targetOf);
    const over = open(files, 'Overwrite', 'Upload');
    await uploadInto(over.room, world.entry('src'), both);
    assert.match(over.asked()[0] ?? '', /^src\/main\.py already exists\./);
    assert.deepEqual(over.added(), [
      ['/files/src/main.py', true],
      ['/files/src/b.py', false],
    ]);
    const skip = open(files, 'Skip');
    await uploadInto(skip.room, world.entry('src'), both);
    assert.deepEqual(skip.added(), [['/files/src/b.py', false]]);
    const dismissed = open(files, undefined);
    await uploadInto(dismissed.room, world.entry('src'), both);
    assert.deepEqual(dismissed.added(), []);
  });

  it('unpack an archive there, where that is wanted', async () => {
    const files = new FakeUserFiles({ '/w/all.tar.gz': 'packed' });
    for (const [answer, name, isArchive] of [
      ['Extract There', '/files/', true],
      ['Upload as Is', '/files/all.tar.gz', false],
    ] as const) {
      const { room, queue } = open(files, answer);
      await uploadInto(room, world.environment, [targetOf('/w/all.tar.gz')]);
      const [{ entry } = {} as NewUpload] = queue.added;
      assert.deepEqual(
        [entry?.name, entry?.isArchive],
        [`${world.environment.name}${name}`, isArchive],
      );
    }
  });

  it('ask for files where a folder was clicked, and read none in a workspace without trust', async () => {
    const files = new FakeUserFiles({ '/w/b.py': 'b' });
    files.picked = ['/w/b.py'];
    const clicked = open(files, 'Files…');
    await fillEnvironment(clicked.room, [world.entry('src')]);
    assert.deepEqual(clicked.added(), [['/files/src/b.py', false]]);
    const strange = open(files);
    strange.trust.isTrusted = false;
    await fillEnvironment(strange.room, [world.entry('src')]);
    assert.deepEqual(strange.queue.added, []);
  });

  function jobOf(path: string, text: string, more: Partial<UploadJob['entry']> = {}): UploadJob {
    return {
      id: 'abc',
      connection: world.environment.connection,
      name: 'x',
      path: '/w/x',
      target: targetOf('/w/x'),
      displayName: 'x',
      mimeType: 'text/plain',
      resource: '',
      identity: { size: text.length, modifiedAt: 1, edges: '' },
      entry: {
        name: world.entry(path).name,
        version: 'v1beta',
        isReplacing: false,
        isArchive: false,
        ...more,
      },
      state: 'sending',
      startedAt: world.clock.now(),
    };
  }

  it('are sent to their place, and found there where the answer was lost', async () => {
    const { room } = open(new FakeUserFiles());
    const job = jobOf('sent.txt', 'sent');
    const content = { source: bytesSource(Buffer.from('sent')) };
    const made = await environmentDestination.send(world.client, job, content, {});
    assert.equal(made.path, 'sent.txt');
    assert.equal(await world.text('sent.txt'), 'sent');
    const { signal } = new AbortController();
    const again = environmentDestination.send(world.client, job, content, {});
    const error: unknown = await again.catch((one: unknown) => one);
    assert.deepEqual(await environmentDestination.found(job, error, room, signal), {
      path: 'sent.txt',
    });
    // What stood there before is somebody else's.
    const later = { ...job, startedAt: job.startedAt + 3_600_000 };
    await assert.rejects(environmentDestination.found(later, error, room, signal), {
      httpStatus: 409,
    });
  });

  it('unpack archives at the root and in folders', async () => {
    const archive = writeTar([{ path: 'in/side.txt', content: Buffer.from('unpacked') }]);
    const content = { source: bytesSource(archive) };
    for (const [path, to] of [
      ['', 'in/side.txt'],
      ['src', 'src/in/side.txt'],
    ] as const) {
      const name = path === '' ? `${world.environment.name}/files/` : world.entry(path).name;
      const job = jobOf('x', 'x', { name, isArchive: true });
      await environmentDestination.send(world.client, job, content, {});
      assert.equal(await world.text(to), 'unpacked');
    }
  });

  it('have a way back: files and folders are saved, unpacked or as an archive', async () => {
    const { room, localFiles, localFolders, asked } = open(
      new FakeUserFiles(),
      'Folder…',
      'Tar Archive…',
    );
    const { store } = world.services;
    const root = { ...world.entry('x'), name: world.environment.name, collection: true } as const;
    await store.list(root);
    await saveFilesAs(room, [world.entry('read.me')]);
    assert.equal(localFiles.written.get('read.me'), 'Read.');
    await saveFilesAs(room, [world.entry('src')]);
    assert.equal(localFolders.written.get('src')?.get('main.py'), 'print(1)');
    await saveFilesAs(room, [world.environment]);
    assert.match(localFiles.proposed.at(-1) ?? '', /\.tar$/);
    assert.equal(asked().length, 2);
  });
});
