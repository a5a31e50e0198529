import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { AppError } from '../../../src/base/errors';
import { openWatched } from '../../../src/service/openClient';
import { failure } from '../api/harness';

const CONNECTION = 'aaaa1111';

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

  it('keeps what was noted before', async () => {
    const subject = { connection: 'bbbb2222' };
    const error = signedOut(subject);
    await failure((await open(error)).call('models.list', {}));
    assert.equal(error.subject, subject);
  });
});
