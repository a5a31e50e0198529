import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import type { Exchange, RecordedRequest } from '../../../src/recordings/exchange';
import { rerunSession } from '../../../src/recordings/host/rerunSession';
import { requestToSend } from '../../../src/recordings/host/resendRecorded';
import { PathPlaceholders } from '../../../src/recordings/pathPlaceholders';
const surrounded = {
  service: 'http://127.0.0.1:1',
  places: new PathPlaceholders({ workingDirectory: '/work', homeDirectory: '/home/u' }),
};

const recording = (operation: string, request: Partial<RecordedRequest>): Exchange => ({
  operation,
  request: {
    method: 'GET',
    path: '/v1beta/models/x',
    query: {},
    body: { kind: 'none' },
    ...request,
  },
  answer: { status: 200, headers: {}, body: { kind: 'none' } },
});

const sent = (exchange: Exchange, bytes?: Uint8Array): unknown =>
  requestToSend(exchange, surrounded, bytes);

describe('a recorded request that is sent', () => {
  it('is what the row of its operation says', () => {
    const path = '/v1beta/fileSearchStores/mine';
    const query = { force: ['true'] };
    assert.deepEqual(
      sent(recording('fileSearchStores.delete', { method: 'DELETE', path, query })),
      {
        operation: 'fileSearchStores.delete',
        version: 'v1beta',
        method: 'DELETE',
        path,
        query,
      },
    );
    const upload = { mimeType: 'text/plain', bytes: 1, sha256: '00' };
    const file = recording('media.upload', { method: 'POST', path: '/v1beta/files', upload });
    assert.equal((sent(file, Buffer.from('a')) as { path: string }).path, '/upload/v1beta/files');
  });

  for (const [what, exchange] of [
    [
      'a deletion',
      recording('models.get', { method: 'DELETE', path: '/v1beta/fileSearchStores/a' }),
    ],
    ['a deletion without its name', recording('models.get', { method: 'DELETE' })],
    ['something else', recording('models.get', { path: '/v1beta/fileSearchStores/a' })],
    ['a path of the emulator', recording('models.get', { path: '/$emulator/mode' })],
    ['a method in the query', recording('models.get', { query: { $httpMethod: ['DELETE'] } })],
    [
      'a chat elsewhere',
      recording('openai.chat.completions', {
        method: 'POST',
        path: '/v1beta/corpora/openai/chat/completions',
        body: { kind: 'json', json: {} },
      }),
    ],
  ] as const) {
    it(`is refused with the reason where it is ${what}`, () => {
      assert.throws(() => sent(exchange), { reason: 'otherRequest', hint: 'Nothing was sent.' });
    });
  }

  it('opens no other address in place of a session', async () => {
    const talk = { frames: [], closed: { from: 'client', code: 1000, reason: '' } } as const;
    const exchange = { ...recording('live.bidiGenerateContent', { path: '/ws/elsewhere' }), talk };
    const client = { exchange: () => assert.fail() } as unknown as Client;
    const { signal } = new AbortController();
    await assert.rejects(rerunSession(client, exchange, surrounded, { signal }), {
      reason: 'otherRequest',
    });
  });
});
