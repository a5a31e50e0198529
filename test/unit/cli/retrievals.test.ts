import assert from 'node:assert/strict';
import { readRetrievals, requireTokens } from '../../../src/cli/runPrompts';
import type { JsonObject } from '../../../src/base/json';
import type { CaseProblem } from '../../../src/testing/case';
import type { RunEvent } from '../../../src/testing/result';
import {
  type RetrievalTotals,
  totalsMarkdown,
} from '../../../src/testing/retrieval/retrievalResult';
import { requestWhole, runRetrievalFiles } from '../../../src/testing/retrieval/runFiles';
import { FakeClients } from '../../fakes/client';
import { FakeClock } from '../../fakes/clock';

const store = { fileSearchStore: 'fileSearchStores/notes', model: 'models/gemini-3.8-flash' };
const questions = ['Why?', 'How?', 'When?'].map((question) => ({
  question,
  expect: [{ title: 'Kites' }],
  ...(question === 'How?' && { tags: ['smoke'] }),
}));

async function plansOf(
  files: { readonly [uri: string]: JsonObject },
  tags: readonly string[] = [],
) {
  const problems: CaseProblem[] = [];
  const plans = await readRetrievals(Object.keys(files), {
    read: async (uri) => JSON.stringify(files[uri]),
    tags,
    onProblem: (problem) => problems.push(problem),
  });
  return { plans, problems };
}

/** Runs files whose searches cite a document, for 10 tokens each. */
async function run(given: { readonly [uri: string]: JsonObject }) {
  const { plans } = await plansOf(given);
  const clients = new FakeClients(() => ({
    candidates: [
      {
        groundingMetadata: {
          groundingChunks: [{ retrievedContext: { title: 'Kites', text: 'x' } }],
        },
      },
    ],
    usageMetadata: { totalTokenCount: 10 },
  }));
  const means: string[] = [];
  const events: RunEvent[] = [];
  const options = {
    client: await clients.get('here'),
    clock: new FakeClock(),
    parallel: 1,
    onMeans: (uri: string, totals: RetrievalTotals) =>
      void means.push(`${uri}\n${totalsMarkdown(totals)}`),
  };
  const files = plans.map(requestWhole);
  for await (const event of runRetrievalFiles(files, options, new AbortController().signal)) {
    events.push(event);
  }
  return { events, means };
}

const endings = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'ended' ? [event] : []));

describe('retrieval questions on the command line', () => {
  it('are cases of their file, with a table of means', async () => {
    const { events, means } = await run({
      'file:///a.retrieval.json': { source: store, questions },
    });
    const [end] = endings(events);
    assert.deepEqual([end?.totals.passed, end?.totals.tokens], [3, 30]);
    assert.match(
      means[0] ?? '',
      /^file:\/\/\/a\.retrieval\.json\n\| Settings \| cited recall@1 \|/,
    );
  });

  it('are chosen by tags, and named where they can’t be read', async () => {
    const file = { source: store, questions: [...questions, { question: 'x', expect: [] }] };
    const { plans, problems } = await plansOf({ 'file:///a.retrieval.json': file }, ['smoke']);
    assert.deepEqual(
      plans.map((plan) => plan.questions.map(({ name }) => name)),
      [['How?']],
    );
    assert.equal(problems.length, 1);
  });

  it('need a budget in tokens where they are asked of a model', async () => {
    const { plans } = await plansOf({ 'file:///a.retrieval.json': { source: store, questions } });
    assert.throws(
      () => requireTokens(plans, { dollars: 1 } as object),
      /The budget for retrieval tests must include a token limit\./,
    );
    requireTokens(plans, { tokens: 1 });
    requireTokens(plans, undefined);
    const corpus = { source: { corpus: 'corpora/notes' }, questions };
    const { plans: free } = await plansOf({ 'file:///a.retrieval.json': corpus });
    requireTokens(free, {});
  });
});
