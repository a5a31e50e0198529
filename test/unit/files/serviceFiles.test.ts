import assert from 'node:assert/strict';
import type { PlainRequest } from '../../../src/api/request';
import type { JsonObject } from '../../../src/api/schema/row';
import { CancelledError } from '../../../src/base/errors';
import type { ResourceRef } from '../../../src/catalog/ref';
import { copyUri, deleteStale, downloadFile, fileNameOf } from '../../../src/files/serviceFiles';
import type { FilesContext } from '../../../src/files/context';
import type { Clients } from '../../../src/service/clients';
import { fakeRoom, MINE } from '../../fakes/room';

const CONTENT = 'Fog lifts off the pier.';

function setUp(resources: readonly JsonObject[], pageSize = 100) {
  const fakes = fakeRoom(({ input }) => {
    const from = Number(input.pageToken ?? 0);
    const to = from + pageSize;
    const next = to < resources.length ? { nextPageToken: String(to) } : {};
    return { files: resources.slice(from, to), ...next };
  });
  const sent: PlainRequest[] = [];
  const service = { status: 200, content: CONTENT, onPiece: (): void => undefined };
  const clients: Clients = {
    async get(id) {
      const client = await fakes.clients.get(id);
      return {
        ...client,
        exchange: (request) => {
          sent.push(request);
          async function* body() {
            for (const piece of service.content.match(/.{1,5}/gs) ?? []) {
              service.onPiece();
              yield await Promise.resolve(Buffer.from(piece));
            }
          }
          return Promise.resolve({ status: service.status, headers: {}, body: body() });
        },
      };
    },
  };
  const ran: [string, readonly string[]][] = [];
  const room = {
    ...fakes.room,
    services: { ...fakes.room.services, clients },
    showStatus: (text: string) => fakes.room.tell(text),
    run: (command: string, targets: readonly ResourceRef[]) => {
      ran.push([command, targets.map(({ name }) => name)]);
      return Promise.resolve();
    },
  } as unknown as FilesContext;
  const refs = resources.map(({ name }): ResourceRef => ({
    connection: MINE.id,
    version: 'v1beta',
    kind: 'file',
    name: name as string,
  }));
  return { ...fakes, room, refs, sent, ran, service };
}

const listed = async (it: ReturnType<typeof setUp>) => {
  const collection: ResourceRef = {
    connection: MINE.id,
    version: 'v1beta',
    kind: 'file',
    name: '',
    collection: true,
  };
  await it.store.list(collection);
  return collection;
};

describe('addresses of files', () => {
  it('are copied one on a line, and those that are not loaded are fetched', async () => {
    const uris = ['https://a.example/1', 'https://a.example/2'];
    const files = setUp(uris.map((uri, index) => ({ name: `files/${index}`, uri })));
    await listed(files);
    await copyUri(files.room, files.refs);
    assert.deepEqual(files.system.copied, [uris.join('\n')]);
    assert.match(files.told.join(), /2 files/);
    assert.equal(files.clients.calls.length, 1);
  });
});

describe('stale files', () => {
  const inMs = (ms: number, now: number) => new Date(now + ms).toISOString();

  it('of all pages are handed over to be deleted', async () => {
    const now = setUp([]).clock.now();
    const files = setUp(
      [
        { name: 'files/fine', state: 'ACTIVE', expirationTime: inMs(1000, now) },
        { name: 'files/failed', state: 'FAILED', expirationTime: inMs(1000, now) },
        { name: 'files/busy', state: 'PROCESSING' },
        { name: 'files/over', state: 'ACTIVE', expirationTime: inMs(0, now) },
      ],
      2,
    );
    await deleteStale(files.room, []);
    assert.deepEqual(files.ran, [['delete', ['files/failed', 'files/over']]]);
    assert.match(files.told.join(), /^Failed or expired files: 2 of 4/);
  });
});

describe('downloads', () => {
  const generated = {
    name: 'files/gen',
    displayName: 'Haiku.txt',
    sizeBytes: String(CONTENT.length),
    downloadUri: `${MINE.endpoint}/v1beta/files/gen:download?alt=media`,
  };

  it('come from the connection’s own endpoint, with progress, under the name of the file', async () => {
    const files = setUp([generated]);
    await listed(files);
    await downloadFile(files.room, files.refs);
    assert.deepEqual([...files.localFiles.written], [['Haiku.txt', CONTENT]]);
    assert.deepEqual(
      files.sent.map(({ method, path, query }) => [method, path, query]),
      [['GET', '/v1beta/files/gen:download', { alt: 'media' }]],
    );
    const { reports = [], ended, conclusion } = files.activity.last ?? {};
    assert.deepEqual(reports.at(-1), { done: CONTENT.length, total: CONTENT.length });
    assert.ok(reports.length > 2);
    assert.deepEqual([ended, conclusion], ['done', 'Downloaded “Haiku.txt” to /home/Haiku.txt']);
  });

  it('send nothing where the content lies at another origin, or is not given back', async () => {
    for (const downloadUri of ['https://evil.example/v1beta/files/gen', 'javascript:x', 'x']) {
      const files = setUp([{ ...generated, downloadUri }]);
      await listed(files);
      await assert.rejects(downloadFile(files.room, files.refs), { reason: 'otherOrigin' });
      assert.deepEqual([files.sent, files.localFiles.proposed], [[], []]);
    }
    const { downloadUri: _, ...uploaded } = generated;
    const files = setUp([uploaded]);
    await listed(files);
    await assert.rejects(downloadFile(files.room, files.refs), { reason: 'noDownload' });
  });

  it('write nothing when they are cancelled, refused or cut short', async () => {
    const cancelled = setUp([generated]);
    await listed(cancelled);
    cancelled.service.onPiece = () => cancelled.activity.cancel();
    await assert.rejects(downloadFile(cancelled.room, cancelled.refs), (error) =>
      CancelledError.is(error),
    );
    const refused = setUp([generated]);
    await listed(refused);
    const message = 'You do not have permission to access the File gen or it may not exist.';
    refused.service.status = 403;
    refused.service.content = JSON.stringify({ error: { code: 403, message } });
    await assert.rejects(downloadFile(refused.room, refused.refs), { message });
    const short = setUp([{ ...generated, sizeBytes: '9999' }]);
    await listed(short);
    await assert.rejects(downloadFile(short.room, short.refs), {
      reason: 'incomplete',
      message: /^Received \d+ of 9,999 bytes\.$/,
    });
    for (const one of [cancelled, refused, short]) assert.equal(one.localFiles.written.size, 0);
  });
});

describe('names of downloads', () => {
  it('stay in the folder, and can be written on any disk', () => {
    const names = {
      'Haiku.txt': 'Haiku.txt',
      '../../.bashrc': 'bashrc',
      'C:\\x': 'C--x',
      'a/b\\c.mp4': 'a-b-c.mp4',
      con: '_con',
      'con.txt': '_con.txt',
      'nul\u0000.png': '_nul.png',
      'ends.': 'ends',
      ' .. ': 'gen',
      '': 'gen',
      'x.tar.gz': 'x.tar.gz',
      '\u202egpj.exe': 'gpj.exe',
    };
    for (const [displayName, name] of Object.entries(names)) {
      assert.equal(fileNameOf({ name: 'files/gen', displayName }), name, displayName);
    }
    const long = fileNameOf({ name: 'files/gen', displayName: `${'x'.repeat(300)}.mp4` });
    assert.ok(long.length < 80 && long.endsWith('.mp4'), long);
    assert.equal(fileNameOf({ name: 'files/../../x', displayName: '/' }), 'x');
    assert.equal(fileNameOf({ displayName: 'Clip', mimeType: 'video/mp4' }), 'Clip.mp4');
    assert.equal(fileNameOf({}), 'file');
  });
});
