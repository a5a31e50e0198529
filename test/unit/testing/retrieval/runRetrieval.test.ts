import assert from 'node:assert/strict';
import { connect } from '../../../../src/api/index';
import type { JsonObject } from '../../../../src/base/json';
import type { Emulator } from '../../../../src/emulator/options';
import { startEmulator } from '../../../../src/emulator/server';
import { readRetrieval } from '../../../../src/testing/retrieval/retrievalFile';
import { type RetrievalEvent } from '../../../../src/testing/retrieval/retrievalResult';
import {
  planQuestions,
  type RetrievalDeps,
  runRetrieval,
} from '../../../../src/testing/retrieval/runRetrieval';
import { FakeClients, type FakeCall } from '../../../fakes/client';
import { FakeClock } from '../../../fakes/clock';

const URI = 'file:///tests/kites.retrieval.json';
const CORPUS = 'corpora/notes';
const KITES = `${CORPUS}/documents/kites`;

async function run(
  file: JsonObject,
  client: RetrievalDeps['client'],
  {
    signal = new AbortController().signal,
    onEvent = (_event: RetrievalEvent): unknown => undefined,
  } = {},
): Promise<readonly RetrievalEvent[]> {
  const { head, questions, problems } = readRetrieval(JSON.stringify(file), URI);
  assert.deepEqual(problems, []);
  if (!head) throw new Error('There is no head.');
  const deps = { client, clock: new FakeClock(), parallel: 2 };
  const events: RetrievalEvent[] = [];
  for await (const event of runRetrieval(head, planQuestions(head, questions), deps, signal)) {
    events.push(event);
    onEvent(event);
  }
  return events;
}

const resultsIn = (events: readonly RetrievalEvent[]) =>
  events.flatMap((event) => (event.kind === 'question' ? [event.result] : []));
const totalsIn = (events: readonly RetrievalEvent[]) => {
  const last = events.at(-1);
  return last?.kind === 'ended' ? last.totals : assert.fail('It has not ended.');
};

/** A client whose searches find these chunks of one document. */
async function finding(find: (query: string, call: FakeCall) => readonly string[]) {
  const clients = new FakeClients((call) => {
    const { query } = call.input.body as { readonly query: string };
    const relevantChunks = find(query, call).map((id) => ({
      chunkRelevanceScore: 0.5,
      chunk: { name: `${KITES}/chunks/${id}` },
    }));
    return { relevantChunks };
  });
  return { clients, client: await clients.get('here') };
}

const asked = (...ids: readonly string[]): JsonObject[] =>
  ids.map((id) => ({ question: id, expect: [`${KITES}/chunks/${id}`] }));

describe('a run of retrieval questions', () => {
  it('measures each question and the mean of all, for each of the settings', async () => {
    const { clients, client } = await finding((query, { input }) => {
      const { resultsCount = 0 } = input.body as { readonly resultsCount?: number };
      return ['x', 'wind', 'tail']
        .slice(0, resultsCount)
        .filter((id) => query !== 'tail' || id !== 'x');
    });
    const settings = [{ name: 'one', results: 1 }, { metadataFilters: [{ key: 'chunk.k' }] }];
    const events = await run(
      { source: { corpus: CORPUS }, at: [1, 2], settings, questions: asked('wind', 'tail') },
      client,
    );
    assert.deepEqual(
      clients.calls.map(({ id, input }) => [id, input.name, input.body]),
      [
        ['corpora.query', CORPUS, { query: 'wind', resultsCount: 1 }],
        ['corpora.query', CORPUS, { query: 'tail', resultsCount: 1 }],
        ...['wind', 'tail'].map((query) => [
          'corpora.query',
          CORPUS,
          { query, resultsCount: 2, metadataFilters: [{ key: 'chunk.k' }] },
        ]),
      ],
    );
    assert.deepEqual(
      resultsIn(events).map(({ name, variant, verdict, figures }) => [
        name,
        variant,
        verdict,
        figures.mrr,
      ]),
      [
        ['wind', 'one', 'fail', 0],
        ['tail', 'one', 'fail', 0],
        ['wind', '2', 'pass', 0.5],
        ['tail', '2', 'fail', 0],
      ],
    );
    assert.deepEqual(
      totalsIn(events).variants.map(({ variant, passed, failed, figures }) => [
        variant,
        passed,
        failed,
        figures['recall@2'],
        figures['recall@1'],
        figures.mrr,
      ]),
      [
        ['one', 0, 2, 0, 0, 0],
        ['2', 1, 1, 0.5, 0, 0.25],
      ],
    );
  });

  it('neither passes nor fails what could not be measured, and says why', async () => {
    const { client } = await finding((query) => {
      if (query === 'tail') throw new Error('No network.');
      return ['wind'];
    });
    const events = await run(
      { source: { document: KITES }, questions: asked('wind', 'tail') },
      client,
    );
    const [wind, tail] = resultsIn(events);
    assert.deepEqual([wind?.verdict, tail?.verdict], ['pass', 'notMeasured']);
    assert.deepEqual([tail?.problem, tail?.figures], ['No network.', {}]);
    const [all] = totalsIn(events).variants;
    assert.deepEqual([all?.passed, all?.failed, all?.notMeasured, all?.figures.mrr], [1, 0, 1, 1]);
  });

  it('ends when it is cancelled: what was finished stays, and nothing else is a result', async () => {
    const controller = new AbortController();
    const { clients, client } = await finding(() => ['wind']);
    const events = await run(
      { source: { corpus: CORPUS }, questions: asked('a', 'b', 'c', 'd') },
      client,
      {
        signal: controller.signal,
        onEvent: ({ kind }) => kind === 'question' && controller.abort(),
      },
    );
    assert.equal(resultsIn(events).length, 1);
    assert.equal(totalsIn(events).endedEarly, 'cancelled');
    assert.ok(clients.calls.length <= 3);
  });
});

describe('a run of retrieval questions against the emulator', () => {
  let emulator: Emulator;
  let client: ReturnType<typeof connect>;
  before(async () => {
    emulator = await startEmulator({ clock: new FakeClock(), speed: { latency: 0, rate: 0 } });
    const { baseUrl: endpoint, apiKey, accessToken } = emulator;
    client = connect({ endpoint, apiKey, accessToken });
  });
  after(async () => {
    await client.close();
    await emulator.close();
  });

  it('ranks passages by their vectors, which are fetched once', async () => {
    const passages = [
      { id: 'stones', text: 'Stones lie on the ground and never move.' },
      { id: 'wind', title: 'Kites', text: 'A kite needs wind to fly high.' },
    ];
    const calls: string[] = [];
    const counted: RetrievalDeps['client'] = {
      call: (id, input, options) => {
        calls.push(id);
        return client.call(id, input, options);
      },
    };
    const questions = [
      { question: 'Does a kite need wind?', expect: ['wind'] },
      {
        question: 'Do stones move on the ground?',
        expect: ['stones', { title: 'Kites', relevance: 0.5 }],
      },
    ];
    const source = { passages, model: 'models/gemini-embedding-001' };
    const events = await run({ source, at: [1, 2], questions }, counted);
    assert.deepEqual(
      resultsIn(events).map(({ figures }) => [figures.mrr, figures['recall@1'], figures['ndcg@2']]),
      [
        [1, 1, 1],
        [1, 0.5, 1],
      ],
    );
    assert.equal(calls.length, 3);
  });
});
