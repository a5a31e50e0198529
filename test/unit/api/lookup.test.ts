import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/api/errors';
import { EagerClock } from '../../fakes/eagerClock';
import { errorAnswer } from '../../fakes/scriptedTransport';
import { failure, Rigs } from './harness';
import { broken, found, HINT, inTurn, MISSING } from './lookupScript';
import { world } from './retryWorld';

const CORPUS = { name: 'corpora/a', displayName: 'A' };
const CREATE = { body: CORPUS };
const HIDDEN = errorAnswer(403, 'PERMISSION_DENIED', 'You do not have permission.');
const EXISTS = errorAnswer(409, 'ALREADY_EXISTS');

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('a create whose outcome is open', () => {
  it('is not sent again when the resource turns out to be there', async () => {
    const { client, server } = await rigs.start(
      (request, wire) =>
        request.method === 'POST'
          ? wire.reset()
          : wire.json(200, { ...CORPUS, createTime: '2026-01-31T12:00:00Z' }),
      { retry: { clock: new EagerClock() } },
    );
    const answer = await client.call('corpora.create', CREATE);
    assert.equal(answer.createTime, '2026-01-31T12:00:00Z');
    assert.deepEqual(
      server.requests.map(({ method, target }) => `${method} ${target}`),
      ['POST /v1beta/corpora', 'GET /v1beta/corpora/a'],
    );
  });

  for (const [words, gone] of [
    ['not found', MISSING],
    ['hidden', HIDDEN],
  ] as const) {
    it(`is sent again when the resource is ${words}`, async () => {
      const { client, transport } = world(inTurn(broken, gone, found(CORPUS)));
      assert.deepEqual(await client.call('corpora.create', CREATE), CORPUS);
      assert.deepEqual(transport.lines, [
        'POST /v1beta/corpora',
        'GET /v1beta/corpora/a',
        'POST /v1beta/corpora',
      ]);
      assert.deepEqual(transport.requests[2], transport.requests[0]);
    });
  }

  const open = [
    ...[429, 500, 502, 503, 504].map((status) => errorAnswer(status, '')),
    () => {
      throw new TransportError('timeout', 'Late.');
    },
    found('{"name": "corp'),
    found(''),
  ];
  for (const first of open) {
    const what = typeof first === 'function' ? 'a timeout' : JSON.stringify(first);
    it(`is looked up after ${what}`, async () => {
      const { client, transport } = world(inTurn(first, found(CORPUS)));
      assert.deepEqual(await client.call('corpora.create', CREATE), CORPUS);
      assert.equal(transport.requests.length, 2);
    });
  }

  it('is looked up once more when the repeat meets what is there already', async () => {
    const { client, transport } = world(inTurn(broken, MISSING, EXISTS, found(CORPUS)));
    assert.deepEqual(await client.call('corpora.create', CREATE), CORPUS);
    assert.equal(transport.requests.length, 4);
  });

  it('ends with the refusal of the repeat when it is still not there', async () => {
    const { client } = world(inTurn(broken, MISSING, errorAnswer(400, ''), MISSING));
    const error = await failure(client.call('corpora.create', CREATE));
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.httpStatus, error.attempts], [400, 2]);
    assert.doesNotMatch(error.hint ?? '', HINT);
  });

  it('ends with its error where something else has the name', async () => {
    const other = found({ name: 'corpora/a', displayName: 'B' });
    const { client, transport } = world(inTurn(broken, other));
    const error = await failure(client.call('corpora.create', CREATE));
    assert.equal(error.message, 'It broke off.');
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 2);
  });

  it('ends at once where the service chooses the name', async () => {
    const { client, transport } = world(broken);
    const error = await failure(client.call('corpora.create', { body: { displayName: 'A' } }));
    assert.equal(error.reason, 'reset');
    assert.equal(error.hint, 'Try again. It may have been done or not. Look before you repeat it.');
    assert.equal(transport.requests.length, 1);
  });

  it('ends with its own error when the look fails', async () => {
    const refused = errorAnswer(401, 'UNAUTHENTICATED');
    const { client, transport } = world(inTurn(broken, refused));
    const error = await failure(client.call('corpora.create', CREATE));
    assert.equal(error.message, 'It broke off.');
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 2);
  });

  it('is looked up again when a look meets a busy service', async () => {
    const busy = errorAnswer(503, 'UNAVAILABLE');
    const { client } = world(inTurn(busy, busy, found(CORPUS)));
    assert.deepEqual(await client.call('corpora.create', CREATE), CORPUS);
  });

  it('is over when it was never open: a name that is taken is an error', async () => {
    const { client, transport } = world(inTurn(EXISTS));
    assert.equal((await failure(client.call('corpora.create', CREATE))).reason, 'conflict');
    assert.equal(transport.requests.length, 1);
  });

  it('is not looked up where nothing was sent', async () => {
    const { client, transport } = world(() => {
      throw new TransportError('refused', 'Nobody there.', { hint: 'Check.' });
    });
    assert.equal((await failure(client.call('corpora.create', CREATE))).hint, 'Check.');
    assert.equal(transport.requests.length, 1);
  });

  it('of a file answers as the create does', async () => {
    const file = { name: 'files/a', displayName: 'A', sizeBytes: '0' };
    const { client } = world(inTurn(broken, found(file)));
    const input = { body: { file: { name: 'files/a', displayName: 'A' } } };
    assert.deepEqual(await client.call('files.create', input), { file });
  });

  it('of a tuned model answers its operation', async () => {
    const tuned = { name: 'tunedModels/t', displayName: 'T', tuningTask: { hyperparameters: {} } };
    const operation = { name: 'tunedModels/t/operations/1', metadata: { totalSteps: 9 } };
    const { client, transport } = world(
      inTurn(broken, found(tuned), found({ operations: [operation] })),
    );
    const examples = { examples: [{ textInput: 'a', output: 'b' }] };
    const answer = await client.call('tunedModels.create', {
      tunedModelId: 't',
      body: { displayName: 'T', tuningTask: { trainingData: { examples } } },
    });
    assert.deepEqual(answer, operation);
    assert.deepEqual(transport.lines, [
      'POST /v1beta/tunedModels',
      'GET /v1beta/tunedModels/t',
      'GET /v1beta/tunedModels/t/operations',
    ]);
  });

  it('of a permission is found in the list, page by page', async () => {
    const mine = {
      name: 'corpora/a/permissions/2',
      granteeType: 'USER',
      emailAddress: 'me@example.org',
      role: 'READER',
    };
    const other = { ...mine, name: 'corpora/a/permissions/1', emailAddress: 'you@example.org' };
    const { client, transport } = world(
      inTurn(
        broken,
        found({ permissions: [other], nextPageToken: 'p' }),
        found({ permissions: [mine] }),
      ),
    );
    const body = { granteeType: 'USER', emailAddress: 'Me@example.org', role: 'READER' };
    assert.deepEqual(
      await client.call('corpora.permissions.create', { parent: 'corpora/a', body }),
      mine,
    );
    assert.deepEqual(transport.requests[2]?.query, { pageSize: '1000', pageToken: 'p' });
  });

  it('of a permission that is there with another role is not sent again', async () => {
    const owner = { granteeType: 'USER', emailAddress: 'me@example.org', role: 'OWNER' };
    const { client, transport } = world(inTurn(broken, found({ permissions: [owner] })));
    const body = { ...owner, role: 'READER' };
    const error = await failure(
      client.call('corpora.permissions.create', { parent: 'corpora/a', body }),
    );
    assert.match(error.hint ?? '', HINT);
    assert.equal(transport.requests.length, 2);
  });
});

describe('a delete whose outcome is open', () => {
  const input = { name: 'files/a' };

  for (const [words, gone] of [
    ['not found', MISSING],
    ['hidden', HIDDEN],
  ] as const) {
    it(`is done when the thing is ${words}`, async () => {
      const { client, transport } = world(inTurn(broken, gone));
      assert.deepEqual(await client.call('files.delete', input), {});
      assert.deepEqual(transport.lines, ['DELETE /v1beta/files/a', 'GET /v1beta/files/a']);
    });

    it(`is done when the repeat says that it is ${words}`, async () => {
      const { client, transport } = world(inTurn(broken, found(input), gone, gone));
      assert.deepEqual(await client.call('files.delete', input), {});
      assert.equal(transport.requests.length, 4);
    });
  }

  it('is not taken for done when the look is refused for another reason', async () => {
    const details = [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      },
    ];
    const scope = errorAnswer(403, 'PERMISSION_DENIED', 'Scope.', details);
    const { client } = world(inTurn(broken, scope));
    assert.match((await failure(client.call('files.delete', input))).hint ?? '', HINT);
  });

  it('is an error when it was never open', async () => {
    const { client, transport } = world(inTurn(MISSING));
    assert.equal((await failure(client.call('files.delete', input))).reason, 'notFound');
    assert.equal(transport.requests.length, 1);
  });
});

describe('a transfer of ownership whose outcome is open', () => {
  const input = { name: 'tunedModels/t', body: { emailAddress: 'you@example.org' } };
  const you = { granteeType: 'USER', emailAddress: 'you@example.org' };

  it('is done when the new owner is the owner', async () => {
    const { client } = world(inTurn(broken, found({ permissions: [{ ...you, role: 'OWNER' }] })));
    assert.deepEqual(await client.call('tunedModels.transferOwnership', input), {});
  });

  it('is sent again when the new owner is not yet the owner', async () => {
    const listed = found({ permissions: [{ ...you, role: 'WRITER' }] });
    const { client, transport } = world(inTurn(broken, listed, found({})));
    assert.deepEqual(await client.call('tunedModels.transferOwnership', input), {});
    assert.equal(transport.requests.length, 3);
  });

  it('is unclear when the permissions may no longer be listed', async () => {
    const { client, transport } = world(inTurn(broken, HIDDEN));
    assert.match(
      (await failure(client.call('tunedModels.transferOwnership', input))).hint ?? '',
      HINT,
    );
    assert.equal(transport.requests.length, 2);
  });
});
