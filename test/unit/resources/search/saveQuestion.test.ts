import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { saveQuestion } from '../../../../src/resources/search/saveQuestion';
import { searchResource } from '../../../../src/resources/search/searchResource';
import { readRetrieval } from '../../../../src/testing/retrieval/retrievalFile';
import { fakeRoom } from '../../../fakes/room';
import { chunk, corpusService, geese, NOTES } from './corpusService';

const swans = chunk('swans', 'Swans stay all winter.');
const TEXTS = ['The brent geese left on 18 May.', 'Swans stay all winter.'];
const FILE = 'kites.retrieval.json';

/** A room in which was searched, and what the user answers afterwards. */
async function searched(
  source: ResourceRef,
  search: readonly string[],
  ...answers: readonly (string | undefined)[]
) {
  const relevantChunks = [
    { chunkRelevanceScore: 0.87, chunk: geese },
    { chunkRelevanceScore: 0.31, chunk: swans },
  ];
  const world = fakeRoom(corpusService({ query: () => ({ relevantChunks }) }), ...search);
  await searchResource(world.room, [source]);
  world.prompts.answer(...answers);
  return world;
}

/** What a file of the user asks and expects. */
function read(text = ''): JsonObject {
  const { head, questions, problems } = readRetrieval(text, 'file:///a.retrieval.json');
  assert.deepEqual(problems, []);
  const asked = questions.map(({ question, expect }) => ({ question, expect }));
  return { source: head?.source, questions: asked } as unknown as JsonObject;
}

describe('a search that becomes a question', () => {
  it('is saved in a new file with what it should find', async () => {
    const answers = ['OK', 'New file…'];
    const { room, localFiles, prompts, system } = await searched(
      NOTES,
      ['geese', 'Search'],
      ...answers,
    );
    prompts.pressed.add('Open');
    await saveQuestion(room, []);
    assert.deepEqual(localFiles.proposed, ['notes.retrieval.json']);
    assert.deepEqual(read(localFiles.written.get('notes.retrieval.json')), {
      source: { corpus: NOTES.name },
      questions: [{ question: 'geese', expect: [{ chunk: geese.name }] }],
    });
    assert.deepEqual(prompts.asked.find(({ kind }) => kind === 'pickMany')?.choices, TEXTS);
    assert.deepEqual(system.opened, ['/home/notes.retrieval.json']);
    assert.equal(prompts.unused, 0);
  });

  it('is added to a file that is there, the rest of which stays as it is', async () => {
    const { room, localFiles } = await searched(
      NOTES,
      ['geese', 'Search'],
      'OK',
      'Add to existing file…',
      undefined,
    );
    const before = `{ "at": [ 1,2 ],\n  "source": { "corpus": "${NOTES.name}" },\n  "questions": [\n    { "question": "Why?", "expect": ["x"] }\n  ]\n}\n`;
    localFiles.sources.push({ name: FILE, text: before });
    await saveQuestion(room, []);
    const text = localFiles.written.get(FILE) ?? '';
    const after = before.indexOf('\n  ]');
    const added = `,
    {
      "question": "geese",
      "expect": [
        "${geese.name}"
      ]
    }`;
    assert.equal(text, before.slice(0, after) + added + before.slice(after));
    assert.deepEqual(read(text).questions, [
      { question: 'Why?', expect: [{ chunk: 'x' }] },
      { question: 'geese', expect: [{ chunk: geese.name }] },
    ]);
  });
});
