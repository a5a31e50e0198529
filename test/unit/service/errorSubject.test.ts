import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { AppError, CancelledError } from '../../../src/base/errors';
import { openWatched } from '../../../src/service/openClient';
import { failure } from '../api/harness';

const CONNECTION = 'aaaa1111';
const ASKED = { contents: [{ parts: [{ text: 'Hello' }] }] };

/** A client every call of which ends with an error, pieces after the first one. */
async function open(
  error: Error,
  target: { readonly connection?: string } = { connection: CONNECTION },
) {
  async function* pieces() {
    await Promise.resolve();
    yield {};
    throw error;
  }
  const inner = {
    preferredVersion: 'v1beta',
    call: () => Promise.reject(error),
    stream: pieces,
    pages: pieces,
  } as unknown as Client;
  const watch = { log: () => undefined, show: () => ({ dispose: () => undefined }) };
  return await openWatched(
    async () => inner,
    () => ({}),
    watch,
  )({
    ...target,
    endpoint: 'http://127.0.0.1:1',
    version: 'v1beta',
    credential: async () => ({ kind: 'none' }),
    network: () => ({}),
  });
}

async function lastOf(pieces: AsyncIterable<unknown>): Promise<unknown> {
  let count = 0;
  const error = await failure(
    (async () => {
      for await (const _piece of pieces) count += 1;
    })(),
  );
  assert.equal(count, 1);
  return error;
}

const signedOut = (subject?: AppError['subject']): AppError =>
  new AppError('signedOut', 'Over.', subject === undefined ? {} : { subject });

describe('the error of a call', () => {
  it('says of which connection it was, and which scopes open the operation', async () => {
    const error = signedOut();
    const client = await open(error);
    assert.equal(await failure(client.call('tunedModels.list', {})), error);
    const { scopes } = credentialNeed({ operation: 'tunedModels.list' });
    assert.deepEqual(error.subject, { connection: CONNECTION, scopes });
  });

  it('says so too where it comes among pages or pieces', async () => {
    const [paged, streamed] = [signedOut(), signedOut()];
    assert.equal(await lastOf((await open(paged)).pages('corpora.list', {})), paged);
    const input = { model: 'models/m', body: ASKED };
    const client = await open(streamed);
    assert.equal(await lastOf(client.stream('models.streamGenerateContent', input)), streamed);
    for (const [error, operation] of [
      [paged, 'corpora.list'],
      [streamed, 'models.streamGenerateContent'],
    ] as const) {
      const { scopes } = credentialNeed({ operation });
      assert.deepEqual(error.subject, { connection: CONNECTION, scopes });
    }
  });

  it('keeps what was noted before', async () => {
    const subject = { connection: 'bbbb2222' };
    const error = signedOut(subject);
    await failure((await open(error)).call('models.list', {}));
    assert.equal(error.subject, subject);
  });

  it('is left as it is where there is no connection yet, or nothing to find a way out of', async () => {
    const checked = signedOut();
    await failure((await open(checked, {})).call('models.list', {}));
    assert.equal(checked.subject, undefined);
    for (const error of [new CancelledError(), new Error('A bug.')]) {
      assert.equal(await failure((await open(error)).call('models.list', {})), error);
      assert.ok(!('subject' in error));
    }
  });
});
