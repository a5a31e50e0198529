import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Exchange } from '../../../../src/api/transport';
import { FaultServer } from '../../../fakes/faultServer';
import { failure, KEY, reasonOf, Rigs } from '../harness';
import { bytesOf, connectApart, GRANULE, sourceOf, uploadFile } from './rig';

const FILE = { mimeType: 'image/png' } as const;
const SECRET = 'canary-session-0123456789';

describe('upload to a hostile place', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  for (const [what, urlOf] of [
    ['another host', () => 'https://evil.example/upload/v1beta/files?upload_id=1'],
    ['another port', (origin: string) => `${origin}1/upload/v1beta/files?upload_id=1`],
    ['another scheme', (origin: string) => `${origin.replace('http:', 'https:')}/upload/x`],
    ['Google unencrypted', () => 'http://generativelanguage.googleapis.com/upload/x'],
    ['Google beside its uploads', () => 'https://generativelanguage.googleapis.com/v1beta/files'],
    ['a user', (origin: string) => origin.replace('//', '//me:secret@')],
    ['a path alone', () => '/upload/v1beta/files?upload_id=1'],
    ['a host that only begins like ours', (origin: string) => `${origin}.evil.example/upload/x`],
  ] as const) {
    it(`sends nothing to ${what}`, async () => {
      const { client, server } = await rigs.start(
        (_request, wire) =>
          wire.answer(200, '', {
            'x-goog-upload-status': 'active',
            'x-goog-upload-url': urlOf(server.origin),
          }),
        { retry: { random: () => 0 } },
      );
      let sessions = 0;
      const error = await failure(
        uploadFile(
          client,
          { source: sourceOf(bytesOf(9)), file: FILE },
          { onSession: () => void (sessions += 1) },
        ),
      );
      assert.equal(reasonOf(error), 'badUploadUrl');
      assert.equal(server.requests.length, 1);
      assert.equal(sessions, 0, 'nothing is kept of it');
      assert.doesNotMatch(inspect(error), /secret|upload_id/);
    });
  }

  it('sends nothing to the place of a session that was kept for another endpoint', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}));
    const session = { url: 'https://other.example/upload/x?upload_id=1', granularity: GRANULE };
    const error = await failure(
      uploadFile(client, { source: sourceOf(bytesOf(9)), file: FILE, session }),
    );
    assert.equal(reasonOf(error), 'badUploadUrl');
    assert.equal(server.requests.length, 0);
  });

  for (const status of [302, 307, 308]) {
    it(`follows no ${status} with its bytes`, async () => {
      const other = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
      const { client, server, exchanges } = await rigs.start(
        ({ headers }, wire) =>
          headers['x-goog-upload-command'] === 'start'
            ? wire.answer(200, '', {
                'x-goog-upload-status': 'active',
                'x-goog-upload-url': `${server.origin}/upload/x?upload_id=${SECRET}`,
              })
            : wire.answer(status, '', {
                location: `${other.origin}/login?to=${encodeURIComponent(`/upload/x?upload_id=${SECRET}`)}`,
              }),
        { isRecording: () => true, retry: { random: () => 0 } },
      );
      const error = await failure(uploadFile(client, { source: sourceOf(bytesOf(9)), file: FILE }));
      assert.equal(reasonOf(error), 'redirect');
      assert.equal(other.requests.length, 0);
      assertClean(error, exchanges);
    });
  }

  it('shows its address and its credential nowhere', async () => {
    const { client, server, exchanges } = await rigs.start(
      ({ headers, target }, wire) => {
        const command = headers['x-goog-upload-command'];
        if (command === 'start') {
          const url = `${server.origin}/upload/v1beta/files?key=${KEY}&upload_id=${SECRET}`;
          return wire.answer(200, '', {
            'x-goog-upload-status': 'active',
            'x-goog-upload-url': url,
            'x-goog-upload-control-url': url,
            'x-guploader-uploadid': SECRET,
          });
        }
        // What a server in between says of what it was sent.
        return wire.answer(
          400,
          `No way to ${target} (${SECRET}), nor to ${encodeURIComponent(target)}`,
          { location: `https://elsewhere.example${target}`, 'x-goog-upload-status': 'final' },
        );
      },
      { isRecording: () => true, retry: { random: () => 0 } },
    );
    const error = await failure(uploadFile(client, { source: sourceOf(bytesOf(9)), file: FILE }));
    assert.equal((error as { httpStatus?: number }).httpStatus, 400);
    assert.equal(exchanges.length, 2);
    assertClean(error, exchanges);
    const [start, piece] = exchanges;
    assert.deepEqual([piece?.method, piece?.path], ['POST', '/upload/v1beta/files']);
    assert.equal(piece?.bytesSent, 9);
    assert.equal(piece.recording?.requestText, '', 'no bytes of the file');
    assert.equal(piece.recording.isCut.request, true);
    assert.equal(piece.recording.isRepeatable, false);
    assert.equal(start?.recording?.isRepeatable, false);
    assert.match(start.recording.requestText, /"mimeType":"image\/png"/);
    assert.equal(start.recording.responseHeaders['x-goog-upload-url'], '[redacted]');
    assert.equal(start.recording.responseHeaders['x-guploader-uploadid'], '[redacted]');
    assert.equal(piece.recording.responseHeaders.location, '[redacted]');
  });

  it('sends what it sends to the place of uploads, and nothing else there', async () => {
    const uploads = rigs.keep(
      await FaultServer.start(({ headers }, wire) =>
        headers['x-goog-upload-command'] === 'start'
          ? wire.answer(200, '', {
              'x-goog-upload-status': 'active',
              'x-goog-upload-url': `http://${headers.host}/upload/x?upload_id=1`,
            })
          : wire.answer(200, '{"file":{"name":"files/x"}}', { 'x-goog-upload-status': 'final' }),
      ),
    );
    const calls = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
    const client = rigs.keep(connectApart({ calls: calls.origin, uploads: uploads.origin }));
    await client.call('files.list', {});
    assert.equal(uploads.connections, 0, 'not opened before the first upload');
    await uploadFile(client, { source: sourceOf(bytesOf(9)), file: FILE });
    assert.deepEqual(
      [calls, uploads].map(({ requests }) => requests.map(({ target }) => target)),
      [['/v1beta/files'], ['/upload/v1beta/files', '/upload/x?upload_id=1']],
    );
  });
});

/** Neither the error nor what was recorded has the session's address in it, or the key. */
function assertClean(error: unknown, exchanges: readonly Exchange[]): void {
  const shown = [
    inspect(error, { depth: 9, showHidden: true }),
    String(error),
    JSON.stringify(error),
    ...exchanges.map(({ recording, ...facts }) => {
      assert.ok(recording);
      const { requestLine, requestHeaders, responseHeaders, requestText, responseText } = recording;
      const texts = { requestLine, requestHeaders, responseHeaders, requestText, responseText };
      return JSON.stringify({ facts, texts, request: recording.request });
    }),
  ].join('\n');
  assert.ok(!shown.includes(SECRET), shown);
  assert.ok(!shown.includes(KEY), shown);
}
