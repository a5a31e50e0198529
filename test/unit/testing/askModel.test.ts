import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { readPrompt } from '../../../src/conversation/prompts/readPrompt';
import { runPrompt } from '../../../src/playground/host/prompts/runPrompt';
import { FakeMemento } from '../../fakes/memento';
import { settle } from '../../fakes/settle';
import { FakeTextDocuments } from '../../fakes/textDocuments';
import { SMALL } from '../conversation/fakeServices';
import { FakePromptFiles } from '../playground/host/prompts/fakePromptFiles';
import { World } from '../conversation/world';
import { answerOf, PROMPT, TestWorld } from './world';

/** Prompt files of several kinds; each has a variable `animal`. */
const PROMPTS: { readonly [name: string]: JsonObject } = {
  'a chat with an instruction': {
    settings: { systemInstruction: 'Be {{animal}}.', temperature: 0.5, topK: 3 },
    messages: [
      { role: 'user', text: 'Hello' },
      { role: 'model', text: 'Hello {{animal}}' },
      { role: 'user', text: ['One {{animal}}', '\\{{animal}}'] },
    ],
  },
  'a single prompt with tools and a schema': {
    mode: 'prompt',
    settings: {
      requests: {
        chat: {
          tools: [{ functionDeclarations: [{ name: 'look' }] }, { googleSearch: {} }],
          generationConfig: {
            responseSchema: { type: 'STRING' },
            thinkingConfig: { thinkingBudget: 0 },
          },
          strange: 1,
        },
      },
    },
    messages: [
      { role: 'user', text: 'Skipped' },
      {
        role: 'user',
        text: 'Asked {{animal}}',
        parts: [{ fileData: { fileUri: 'https://service.test/v1beta/files/a' } }],
      },
    ],
  },
  'one in a version that lacks a field': {
    version: 'v1',
    settings: { systemInstruction: 'Be {{animal}}.' },
    messages: [{ role: 'user', text: '{{animal}}' }],
  },
};

describe('what a test case sends', () => {
  for (const [name, over] of Object.entries(PROMPTS)) {
    it(`is what the playground sends for the same prompt: ${name}`, async () => {
      const text = JSON.stringify({ format: 1, model: SMALL.name, ...over });
      const fromPlayground = await sentByPlayground(text);
      const cases = [
        { variables: { animal: 'a kite' }, expect: [{ type: 'contains', value: 'x' }] },
      ];
      const world = new TestWorld(() => [answerOf('x')]);
      world.clients.answer = () => SMALL;
      const file = JSON.stringify({ ...(JSON.parse(text) as object), cases });
      await world.run(file);
      const sent = world.clients.calls.find(({ id }) => id !== 'models.get');
      assert.deepEqual({ input: sent?.input, version: sent?.version }, fromPlayground);
    });
  }
});

async function sentByPlayground(text: string): Promise<object> {
  const world = new World();
  const { prompts, clock } = world;
  // What it reaches is agreed to first.
  if (/googleSearch/.test(text)) world.prompts.answer('OK');
  world.prompts.answer('a kite');
  const cancel = new AbortController();
  const files = new FakePromptFiles();
  files.texts.set(PROMPT, text);
  const parts = {
    files,
    prompts,
    documents: new FakeTextDocuments(),
    memory: new FakeMemento(),
    clock,
    progress: <T>(_title: string, work: (signal: AbortSignal) => Promise<T>) => work(cancel.signal),
    isTrusted: () => true,
  };
  const prompt = readPrompt(text, 'kite.prompt.json');
  const running = runPrompt({ uri: PROMPT, text, prompt }, parts as never, world.services);
  await settle();
  const { input, options } = world.client.last;
  cancel.abort();
  await running.catch(() => undefined);
  return { input, version: options.version };
}
