import assert from 'node:assert/strict';
import type { OperationId } from '../../../src/api/operations';
import type { Version } from '../../../src/api/versions';
import { AppError } from '../../../src/base/errors';
import { askForParameters } from '../../../src/console/askForParameters';
import { createCalls } from '../../../src/service/calls';
import { LocalInteractions } from '../../../src/service/localInteractions';
import { ResourceStore } from '../../../src/service/resourceStore';
import { FakeClients, type Answer } from '../../fakes/client';
import { interactionRecord, interactionsIn } from '../../fakes/interactions';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';

const CHUNK = 'corpora/a/documents/b/chunks/c';

/** Lists with one page each. */
const tidy: Answer = ({ id, input }) => {
  switch (id) {
    case 'corpora.list':
      return { corpora: [{ name: 'corpora/z' }, { name: 'corpora/a', displayName: 'Kites' }] };
    case 'corpora.documents.list':
      return { documents: [{ name: `${String(input.parent)}/documents/b` }] };
    case 'corpora.documents.chunks.list':
      return { chunks: [{ name: `${String(input.parent)}/chunks/c`, state: 'STATE_ACTIVE' }] };
    default:
      return {};
  }
};

function setUp(answer: Answer, ...answers: readonly (string | undefined)[]) {
  const clients = new FakeClients(answer);
  const prompts = new FakePrompts(...answers);
  const log = new FakeLog();
  const { interactions } = interactionsIn();
  const local = new LocalInteractions(interactions, () => 0);
  const store = new ResourceStore(createCalls(clients), async () => local);
  const ask = (operation: OperationId, version: Version = 'v1beta', path = {}) =>
    askForParameters({ clients, prompts, log, store }, 'aaaa1111', {
      operation,
      version,
      path,
    });
  return { clients, prompts, log, interactions, ask };
}

describe('parameters of a path', () => {
  it('are not asked for where there are none, or they are known', async () => {
    const { ask, prompts } = setUp(tidy);
    assert.deepEqual(await ask('corpora.list'), {});
    const known = { name: 'models/x' };
    assert.deepEqual(await ask('models.get', 'v1', known), known);
    // There is only one.
    assert.deepEqual(await ask('operations.list', 'v1'), { name: 'operations' });
    assert.deepEqual(prompts.asked, []);
  });

  it('are chosen from what there is, parents first', async () => {
    const { ask, clients, prompts } = setUp(tidy, 'corpora/a', 'documents/b', 'chunks/c');
    assert.deepEqual(await ask('corpora.documents.chunks.patch'), { 'chunk.name': CHUNK });
    assert.deepEqual(
      clients.calls.map(({ id, input }) => [id, input]),
      [
        ['corpora.list', { pageSize: 20 }],
        ['corpora.documents.list', { parent: 'corpora/a', pageSize: 20 }],
        ['corpora.documents.chunks.list', { parent: 'corpora/a/documents/b', pageSize: 100 }],
      ],
    );
    assert.equal(prompts.asked[0]?.items?.[1]?.description, 'Kites');
  });

  it('load more on demand, one page after the other', async () => {
    const { ask, clients, prompts } = setUp(
      ({ input }) =>
        input.pageToken === undefined
          ? { files: [{ name: 'files/a' }], nextPageToken: 'next' }
          : { files: [{ name: 'files/b' }] },
      'Load more',
      'files/b',
    );
    assert.deepEqual(await ask('files.get'), { name: 'files/b' });
    assert.deepEqual(
      clients.calls.map(({ input }) => input.pageToken),
      [undefined, 'next'],
    );
    const [first, second] = prompts.asked;
    assert.deepEqual(first?.choices, ['files/a', 'Load more', 'Enter a name…']);
    assert.deepEqual(second?.choices, ['files/a', 'files/b', 'Enter a name…']);
    assert.equal(second.items?.find(({ active }) => active)?.label, 'files/b');
  });

  it('can be typed at any level, and only in their form', async () => {
    const { ask, prompts } = setUp(
      tidy,
      'corpora/a',
      'Enter a name…',
      'corpora/a/documents/b',
      CHUNK,
    );
    assert.equal(await ask('corpora.documents.chunks.get'), undefined);
    assert.equal(prompts.asked[2]?.value, 'corpora/a/documents/');
    assert.deepEqual(prompts.problems, [
      'The resource name must have the form corpora/*/documents/*/chunks/*.',
    ]);
    const again = setUp(tidy, 'Enter a name…', ` ${CHUNK} `);
    assert.deepEqual(await again.ask('corpora.documents.chunks.get'), { name: CHUNK });
    assert.equal(again.prompts.asked[1]?.value, 'corpora/');
  });

  it('can be typed where the list does not come, and asked for again', async () => {
    let times = 0;
    const { ask, prompts, log } = setUp(
      () => {
        times += 1;
        if (times > 1) return { files: [{ name: 'files/a' }] };
        throw new AppError('permission', 'You may not.', { hint: 'Ask the owner.' });
      },
      'Couldn’t load the list. Select to retry',
      'files/a',
    );
    assert.deepEqual(await ask('files.get'), { name: 'files/a' });
    const [first] = prompts.asked;
    assert.deepEqual(first?.choices, ['Couldn’t load the list. Select to retry', 'Enter a name…']);
    assert.equal(first.items?.[0]?.detail, 'You may not. Ask the owner.');
    assert.equal(log.lines.length, 1);
  });

  it('are chosen from what this machine noted, where the service has no list', async () => {
    const { ask, clients, interactions, prompts } = setUp(tidy, 'interactions/v1_a');
    await interactions.begin(interactionRecord({ connection: 'aaaa1111', status: 'completed' }));
    assert.deepEqual(await ask('interactions.get', 'v1'), { name: 'interactions/v1_a' });
    assert.deepEqual(prompts.asked[0]?.choices, ['interactions/v1_a', 'Enter a name…']);
    assert.deepEqual(clients.calls, []);
  });
});
