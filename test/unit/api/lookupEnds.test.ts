import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/api/errors';
import { CancelledError } from '../../../src/base/errors';
import { errorAnswer } from '../../fakes/scriptedTransport';
import { failure } from './harness';
import { broken, found, HINT, inTurn, MISSING } from './lookupScript';
import { world } from './retryWorld';

const CORPUS = { name: 'corpora/a', displayName: 'A' };
const CREATE = { body: CORPUS };
const TUNED = { name: 'tunedModels/t', displayName: 'T' };
const TUNE = {
  tunedModelId: 't',
  body: { displayName: 'T', tuningTask: { trainingData: { examples: { examples: [] } } } },
};

describe('a look before a repeat', () => {
  it('says that nobody knows where the repeat is refused and something else is there', async () => {
    const exists = errorAnswer(409, 'ALREADY_EXISTS');
    const other = found({ ...CORPUS, displayName: 'B' });
    const { client, transport } = world(inTurn(broken, MISSING, exists, other));
    const error = await failure(client.call('corpora.create', CREATE));
    assert.ok(error instanceof ServiceError);
    assert.equal(error.httpStatus, 409);
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 4);
  });

  it('says so too where the answer that belongs to it cannot be found', async () => {
    for (const operations of [found({}), errorAnswer(401, 'UNAUTHENTICATED')]) {
      const { client, transport } = world(inTurn(broken, found(TUNED), operations));
      const error = await failure(client.call('tunedModels.create', TUNE));
      assert.equal(error.message, 'It broke off.');
      assert.match(error.hint ?? '', HINT);
      assert.equal(transport.requests.length, 3);
    }
  });

  it('ends in a list that goes in a circle', async () => {
    const body = { granteeType: 'USER', emailAddress: 'me@example.org', role: 'READER' };
    const { client, transport } = world(({ method, query }) => {
      if (method === 'POST') broken();
      return found({ nextPageToken: query.pageToken === 'a' ? 'b' : 'a' });
    });
    const error = await failure(
      client.call('corpora.permissions.create', { parent: 'corpora/a', body }),
    );
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 4);
  });

  it('asks the version of the call, and keeps to its attempts', async () => {
    const busy = errorAnswer(503, 'UNAVAILABLE');
    const { client, transport } = world(inTurn(broken, busy, busy), { maxAttempts: 9 });
    const options = { version: 'v1beta3', maxAttempts: 2 } as const;
    const error = await failure(client.call('tunedModels.create', TUNE, options));
    assert.match(error.hint ?? '', HINT);
    assert.deepEqual(transport.lines, [
      'POST /v1beta3/tunedModels',
      'GET /v1beta3/tunedModels/t',
      'GET /v1beta3/tunedModels/t',
    ]);
  });

  it('ends when the signal aborts, and nothing is sent again', async () => {
    const stop = new AbortController();
    const { client, transport } = world(({ method }) => {
      if (method === 'POST') broken();
      stop.abort();
      throw new CancelledError();
    });
    const { signal } = stop;
    const error = await failure(client.call('corpora.create', CREATE, { signal }));
    assert.ok(error instanceof CancelledError);
    assert.equal(transport.requests.length, 2);
  });

  it('reads the fields of a mask by their names in proto as well', async () => {
    const metadata = (value: string) => [{ key: 'k', stringValue: value }];
    const chunk = (value: string) => ({
      name: 'corpora/c/documents/d/chunks/x',
      customMetadata: metadata(value),
      data: { stringValue: 'text' },
    });
    for (const updateMask of ['custom_metadata', 'customMetadata', ' data , custom_metadata.k']) {
      const lines: string[] = [];
      let stored = chunk('old');
      const { client } = world(({ method }) => {
        lines.push(method);
        if (method === 'GET') return found(stored);
        if (lines.length > 1) stored = chunk('new');
        return lines.length === 1 ? errorAnswer(500, 'INTERNAL') : found({ chunks: [stored] });
      });
      const requests = [{ chunk: chunk('new'), updateMask }];
      const input = { parent: 'corpora/c/documents/d', body: { requests } };
      await client.call('corpora.documents.chunks.batchUpdate', input);
      assert.deepEqual(lines, ['POST', 'GET', 'POST'], updateMask);
    }
  });
});
