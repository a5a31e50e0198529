import assert from 'node:assert/strict';
import { connect } from '../../../../src/api/index';
import type { JsonObject } from '../../../../src/base/json';
import type { Emulator } from '../../../../src/emulator/options';
import { startEmulator } from '../../../../src/emulator/server';
import { readRetrieval } from '../../../../src/testing/retrieval/retrievalFile';
import {
  runSweep,
  type SweepDeps,
  type SweepEvent,
  type SweepQuestion,
  sweepQuestionText,
} from '../../../../src/testing/retrieval/sweep';
import { EagerClock } from '../../../fakes/eagerClock';

const MODEL = 'models/gemini-3.8-flash';
const TEXT =
  'Stones lie on the ground and never move at all. A kite needs wind to fly high over the hills. Bread is baked of flour and water.';
const DOCUMENTS = [{ path: './kites.md' }, { path: './texts/bread.md', title: 'Bread' }];
const QUESTIONS = [
  { question: 'Does a kite need wind to fly?', expect: [{ text: 'kite needs wind' }] },
];

describe('a sweep over sizes of chunks', () => {
  let emulator: Emulator;
  let client: ReturnType<typeof connect>;
  let clock: EagerClock;
  beforeEach(async () => {
    clock = new EagerClock();
    emulator = await startEmulator({ clock, speed: { latency: 0, rate: 0 } });
    const { baseUrl: endpoint, accessToken } = emulator;
    client = connect({ endpoint, accessToken });
  });
  afterEach(async () => {
    await client.close();
    await emulator.close();
  });

  async function corpus(): Promise<string> {
    const { name } = await client.call('corpora.create', { body: { displayName: 'Sweep' } });
    return name ?? assert.fail('It has no name.');
  }

  async function documentsIn(parent: string): Promise<number> {
    const { documents = [] } = await client.call('corpora.documents.list', { parent });
    return documents.length;
  }

  async function sweep(
    source: JsonObject,
    over: Partial<SweepDeps> = {},
    {
      signal = new AbortController().signal,
      onEvent = (_event: SweepEvent): unknown => undefined,
      sizes = [6, 40],
      overlaps = [0, 10],
      questions = QUESTIONS as readonly JsonObject[],
    } = {},
  ): Promise<readonly SweepEvent[]> {
    const file = {
      source,
      at: [1, 3],
      questions,
      sweep: { documents: DOCUMENTS, sizes, overlaps },
    };
    const read = readRetrieval(JSON.stringify(file), 'file:///kites.retrieval.json');
    assert.deepEqual(read.problems, []);
    const { head } = read;
    if (!head?.sweep) throw new Error('There is no sweep.');
    const deps: SweepDeps = {
      client,
      clock,
      parallel: 2,
      read: async ({ title }) => (title === 'Bread' ? 'Flour, water, salt.' : TEXT),
      confirm: async () => true,
      newMark: () => 'abc123',
      ...over,
    };
    const events: SweepEvent[] = [];
    for await (const event of runSweep(
      { ...head, sweep: head.sweep },
      read.questions,
      deps,
      signal,
    )) {
      events.push(event);
      await onEvent(event);
    }
    return events;
  }

  const variantsIn = (events: readonly SweepEvent[]) =>
    events.flatMap((event) => (event.kind === 'ended' ? event.totals.variants : []));

  it('makes documents of a corpus for each size, measures them, and removes them', async () => {
    const name = await corpus();
    const asked: SweepQuestion[] = [];
    const during: number[] = [];
    const events = await sweep(
      { corpus: name },
      {
        confirm: async (question) => {
          asked.push(question);
          return true;
        },
      },
      {
        onEvent: async ({ kind }) => {
          if (kind === 'question') during.push(await documentsIn(name));
        },
      },
    );
    assert.deepEqual(
      asked.map(({ documents, within, sizes }) => [documents, within, sizes.length]),
      [[6, name, 3]],
    );
    assert.deepEqual(
      variantsIn(events).map(({ variant, passed }) => [variant, passed]),
      [
        ['6 words', 0],
        ['40 words', 1],
        ['40 words, 10 overlapping', 1],
      ],
    );
    assert.deepEqual([during, await documentsIn(name)], [[2, 2, 2], 0]);
    const question = asked[0] ?? assert.fail('Nothing was asked.');
    assert.equal(
      sweepQuestionText(question),
      `Create 6 temporary documents in ${name} to compare 3 chunk sizes, search them, and delete them?`,
    );
  });

  it('makes documents of a store, which the service cuts, and removes them', async () => {
    const { name = '' } = await client.call('fileSearchStores.create', {
      body: { displayName: 'Sweep' },
    });
    const count = async (): Promise<number> =>
      (await client.call('fileSearchStores.documents.list', { parent: name })).documents?.length ??
      0;
    const during: number[] = [];
    const events = await sweep(
      { fileSearchStore: name, model: MODEL },
      {},
      {
        sizes: [40],
        overlaps: [0],
        onEvent: async ({ kind }) => {
          if (kind === 'question') during.push(await count());
        },
      },
    );
    const [result] = variantsIn(events);
    assert.deepEqual([result?.passed, result?.notMeasured], [1, 0]);
    assert.deepEqual([during, await count()], [[2], 0]);
  });

  it('makes nothing where the user does not want it', async () => {
    const name = await corpus();
    assert.deepEqual(await sweep({ corpus: name }, { confirm: async () => false }), []);
    assert.equal(await documentsIn(name), 0);
  });

  it('removes what was made where it is cancelled, or left', async () => {
    const name = await corpus();
    const controller = new AbortController();
    const events = await sweep(
      { corpus: name },
      {},
      {
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'question' && controller.abort(),
      },
    );
    const last = events.at(-1);
    assert.equal(last?.kind === 'ended' && last.totals.endedEarly, 'cancelled');
    assert.deepEqual([variantsIn(events).length, await documentsIn(name)], [1, 0]);
    await assert.rejects(
      sweep({ corpus: name }, {}, { onEvent: () => assert.fail('Whoever reads it has failed.') }),
    );
    assert.equal(await documentsIn(name), 0);
  });
});
