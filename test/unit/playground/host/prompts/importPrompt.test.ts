import assert from 'node:assert/strict';
import type { Conversation } from '../../../../../src/conversation/model/conversation';
import {
  importPrompt,
  type PromptPanels,
} from '../../../../../src/playground/host/prompts/openPrompt';
import type { PlaygroundEvent } from '../../../../../src/conversation/model/protocol';
import { FakeTextDocuments } from '../../../../fakes/textDocuments';
import { LARGE } from '../../../conversation/fakeServices';
import { TestSession, World } from '../../../conversation/world';
import { FakePromptFiles } from './fakePromptFiles';

const URI = 'file:///folder/greet.prompt.json';
const PROMPT = {
  format: 1,
  name: 'greet',
  model: LARGE.name,
  settings: {},
  messages: [{ role: 'user', text: 'Hello {{guest}}' }],
  variables: { guest: { default: 'Ann' } },
} as const;

describe('importing a prompt', () => {
  let world: World;
  let files: FakePromptFiles;
  let opened: TestSession | undefined;
  let told: PlaygroundEvent[];

  beforeEach(() => {
    world = new World();
    files = new FakePromptFiles();
    files.chosen = URI;
    opened = undefined;
    told = [];
  });

  async function importIt(): Promise<boolean> {
    const { services, prompts, clock } = world;
    const { signal } = new AbortController();
    const panels: PromptPanels = {
      services,
      current: undefined,
      openNew(conversation: Conversation) {
        opened = new TestSession({ conversation }, world);
        return { session: opened, tell: (event) => void told.push(event) };
      },
    };
    const parts = {
      files,
      prompts,
      clock,
      documents: new FakeTextDocuments(),
      isTrusted: () => true,
      memory: { get: () => undefined, update: async () => undefined },
      progress: <T>(_title: string, work: (signal: AbortSignal) => Promise<T>) => work(signal),
    };
    const from = 'file:///folder/greet.prompt';
    return await importPrompt({ prompt: PROMPT, from }, parts, panels);
  }

  it('saves a prompt file beside it, and opens that with its values', async () => {
    assert.equal(await importIt(), true);
    assert.deepEqual(files.proposed, ['greet.prompt.json']);
    assert.deepEqual(JSON.parse(files.texts.get(URI) ?? ''), PROMPT);
    assert.equal(opened?.conversation.promptFile, URI);
    assert.deepEqual(opened.conversation.variables, { guest: 'Ann' });
    assert.deepEqual(told, [{ name: 'compose', text: 'Hello {{guest}}' }]);
  });

  it('keeps the cases of a file that is there already', async () => {
    files.texts.set(URI, '{"format":1,"model":"models/old","messages":[],"cases":[{"expect":[]}]}');
    await importIt();
    const { settings: _, ...prompt } = PROMPT;
    const cases = [{ expect: [] }];
    assert.deepEqual(JSON.parse(files.texts.get(URI) ?? ''), { ...prompt, cases });
  });
});
