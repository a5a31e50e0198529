import assert from 'node:assert/strict';
import { CancelledError } from '../../../../../src/base/errors';
import {
  type AgreedPrompt,
  confirmPrompt,
} from '../../../../../src/playground/host/prompts/promptAgreement';
import type { PromptFile } from '../../../../../src/playground/promptFile';
import { FakeMemento } from '../../../../fakes/memento';
import { type Asked, FakePrompts } from '../../../../fakes/prompts';
import { FakeUploads } from '../../../../fakes/uploads';
import { FakePromptFiles } from './fakePromptFiles';
import { l10n } from '../l10n';

const URI = 'file:///folder/kite.prompt.json';

function promptWith(paths: readonly string[], over: Partial<PromptFile> = {}): PromptFile {
  const attachments = paths.map((path) => ({ path }));
  const messages = [{ role: 'user', text: 'Hi', attachments } as const];
  return { format: 1, model: 'models/x', settings: {}, messages, ...over };
}

describe('what a prompt file may send and use', () => {
  let files: FakePromptFiles;
  let prompts: FakePrompts;
  let memory: FakeMemento;
  let uploads: FakeUploads;

  beforeEach(() => {
    files = new FakePromptFiles();
    prompts = new FakePrompts();
    memory = new FakeMemento();
    uploads = new FakeUploads();
    for (const path of ['kite.png', '.env', '.git/config', 'keys.txt', 'sub/notes.md']) {
      files.contents.set(`/folder/${path}`, 'x'.repeat(1500));
    }
  });

  async function ask(
    prompt: PromptFile,
    ...answers: (string | undefined)[]
  ): Promise<AgreedPrompt> {
    prompts.answer(...answers);
    return await confirmPrompt(prompt, URI, { files, prompts, memory, l10n }, uploads);
  }

  const rows = ({ items = [] }: Pick<Asked, 'items'>): readonly unknown[] =>
    items.map((item) => [
      item.label,
      item.description,
      'checked' in item ? item.checked : undefined,
    ]);

  const attached = ({ prompt }: AgreedPrompt): readonly string[] =>
    prompt.messages.flatMap(({ attachments = [] }) => attachments.map(({ path }) => path));

  it('is not asked where it is nothing but its messages and functions', async () => {
    const tools = [{ functionDeclarations: [] }, { codeExecution: {} }];
    const prompt = promptWith([], { settings: { requests: { chat: { tools } } } });
    assert.deepEqual((await ask(prompt)).prompt.settings, prompt.settings);
    assert.deepEqual(prompts.asked, []);
  });

  it('is asked once, with sizes, and with what may hold secrets off', async () => {
    uploads.gitIgnored = ['/folder/keys.txt'];
    const prompt = promptWith(['./kite.png', './.env', './.git/config', 'sub/../keys.txt']);
    const agreed = await ask(prompt, 'OK');
    assert.deepEqual(rows(prompts.asked[0] ?? {}), [
      ['./kite.png', '1.5 KB', true],
      ['./.env', '1.5 KB · hidden file: may hold secrets', false],
      ['./.git/config', '1.5 KB · belongs to Git itself', false],
      ['sub/../keys.txt', '1.5 KB · ignored by Git: may hold secrets', false],
    ]);
    assert.deepEqual(attached(agreed), ['./kite.png']);
    assert.deepEqual(
      agreed.files.map(({ path }) => path),
      ['./kite.png'],
    );
    // The answer holds, for what was left out too.
    assert.deepEqual(attached(await ask(prompt)), ['./kite.png']);
    assert.equal(prompts.asked.length, 1);
  });

  it('may be all that was asked about, or nothing', async () => {
    const prompt = promptWith(['./kite.png', './.env']);
    assert.deepEqual(attached(await ask(prompt, './kite.png\n./.env')), ['./kite.png', './.env']);
    const other = promptWith(['./.env']);
    assert.deepEqual((await ask(other, 'OK')).prompt.messages, [{ role: 'user', text: 'Hi' }]);
  });

  it('is asked again where another file is attached, or a name leads to another one', async () => {
    await ask(promptWith(['./kite.png']), 'OK');
    await ask(promptWith(['./kite.png', 'sub/notes.md']), 'OK');
    files.leadsTo.set('/folder/kite.png', '/folder/.env');
    const agreed = await ask(promptWith(['./kite.png', 'sub/notes.md']), 'OK');
    assert.deepEqual(attached(agreed), ['sub/notes.md']);
    const [first] = prompts.asked.at(-1)?.items ?? [];
    assert.equal(first?.detail, 'Leads to .env');
    assert.equal(prompts.asked.length, 3);
  });

  it('is asked again where its tools are others', async () => {
    const chat = (tools: PromptFile['settings']['requests']): PromptFile =>
      promptWith([], { settings: { requests: { ...tools } } });
    await ask(chat({ chat: { tools: [{ googleSearch: {} }] } }), 'OK');
    await ask(chat({ chat: { tools: [{ googleSearch: {} }, { urlContext: {} }] } }), 'OK');
    assert.deepEqual(
      prompts.asked.map(({ choices }) => choices),
      [['Google Search'], ['Google Search', 'URL context']],
    );
  });

  it('names tools in every spelling and form that the service takes, and leaves them out', async () => {
    const chat = { tools: { url_context: {}, newTool: {}, function_declarations: [] } };
    const prompt = promptWith([], { settings: { requests: { chat } } });
    const { prompt: agreed } = await ask(prompt, 'URL context');
    assert.deepEqual(prompts.asked[0]?.choices, ['URL context', 'newTool']);
    assert.deepEqual(agreed.settings.requests, {
      chat: { tools: [{ url_context: {}, function_declarations: [] }] },
    });
    memory = new FakeMemento();
    const none = await ask(
      promptWith([], { settings: { requests: { chat: { tools: [{ urlContext: {} }] } } } }),
      '',
    );
    assert.deepEqual(none.prompt.settings.requests, { chat: {} });
  });

  it('holds for addresses that the service reads', async () => {
    const parts = [{ fileData: { fileUri: 'https://a.test/x' } }, { text: 'See' }];
    const prompt = promptWith([], { messages: [{ role: 'user', parts }] });
    const { prompt: agreed } = await ask(prompt, '');
    assert.deepEqual(prompts.asked[0]?.choices, ['https://a.test/x']);
    assert.deepEqual(agreed.messages, [{ role: 'user', parts: [{ text: 'See' }] }]);
  });

  it('is off where git could not be asked', async () => {
    uploads.gitIgnored = undefined;
    assert.deepEqual(attached(await ask(promptWith(['./kite.png']), 'OK')), []);
    assert.match(prompts.asked[0]?.items?.[0]?.description ?? '', /Git could not be asked/);
  });

  it('is left open when dismissed', async () => {
    await assert.rejects(ask(promptWith(['./kite.png']), undefined), CancelledError);
    await ask(promptWith(['./kite.png']), 'OK');
    assert.equal(prompts.asked.length, 2);
  });
});
