import assert from 'node:assert/strict';
import { startEmulator } from '../../../src/emulator/server';

describe('the emulator’s numbered corpus', () => {
  it('has as many documents and chunks as were asked for, in pages, and again after a reset', async () => {
    const emulator = await startEmulator({ documents: 25, chunks: 150 });
    const headers = { authorization: `Bearer ${emulator.accessToken}` };
    const page = async (path: string) => {
      const answer = await fetch(`${emulator.baseUrl}/v1beta/corpora/numbered/${path}`, {
        headers,
      });
      return (await answer.json()) as {
        readonly documents?: readonly { readonly name: string }[];
        readonly chunks?: readonly { readonly name: string; readonly state: string }[];
        readonly nextPageToken?: string;
      };
    };
    try {
      for (const _ of ['at first', 'after a reset']) {
        const { documents = [], nextPageToken } = await page('documents?pageSize=20');
        assert.equal(documents[19]?.name, 'corpora/numbered/documents/numbered-00020');
        assert.ok(nextPageToken);
        const chunks = await page('documents/numbered-00001/chunks?pageSize=100');
        assert.equal(chunks.chunks?.length, 100);
        const token = chunks.nextPageToken ?? '';
        const last = await page(
          `documents/numbered-00001/chunks?pageSize=100&pageToken=${encodeURIComponent(token)}`,
        );
        assert.deepEqual([last.chunks?.length, last.nextPageToken], [50, undefined]);
        const reset = await fetch(`${emulator.baseUrl}/$emulator/reset`, {
          method: 'POST',
          headers: {
            'x-emulator-control': emulator.controlToken,
            'content-type': 'application/json',
          },
          body: '{}',
        });
        assert.equal(reset.status, 200);
      }
    } finally {
      await emulator.close();
    }
  });
});
