import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/base/json';
import {
  promptExchange,
  type PromptExchange,
  saveExchangeCase,
} from '../../../../../src/playground/host/prompts/exchangeCase';
import { readPrompt } from '../../../../../src/conversation/prompts/readPrompt';
import type { ShownSession } from '../../../../../src/service/sessionTraffic';
import type { TrafficEntry } from '../../../../../src/service/trafficLog';
import { readPromptTests } from '../../../../../src/testing/promptTests';
import { FakeClock } from '../../../../fakes/clock';
import { FakePrompts } from '../../../../fakes/prompts';
import { FakeTextDocuments } from '../../../../fakes/textDocuments';
import { FakePromptFiles } from './fakePromptFiles';

const URI = 'file:///folder/kite.prompt.json';
const FILE = JSON.stringify({
  format: 1,
  model: 'models/test',
  systemInstruction: '',
  settings: { systemInstruction: 'Be {{tone}}.' },
  messages: [{ role: 'user', text: 'Describe {{animal}} in {{words}} words.' }],
});
const BODY: JsonObject = {
  contents: [{ parts: [{ text: 'Describe a kite in 9 words.' }] }],
  systemInstruction: { parts: [{ text: 'Be kind.' }] },
  generationConfig: { temperature: 0.5, seed: 7 },
};
const STREAM = ['A kite ', 'is a bird. It glides.']
  .map((text) =>
    JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
  )
  .map((line) => `data: ${line}\r\n\r\n`)
  .join('');

function entry(body: JsonObject, answer: string, operation = 'streamGenerateContent') {
  const path = `/v1beta/models/other:${operation}`;
  return { request: { body, path, version: 'v1beta' }, answer } as const;
}

describe('saving an exchange as a test case', () => {
  let files: FakePromptFiles;
  let prompts: FakePrompts;

  beforeEach(() => {
    files = new FakePromptFiles();
    prompts = new FakePrompts();
  });

  async function save(kept: PromptExchange | undefined): Promise<void> {
    const { signal } = new AbortController();
    await saveExchangeCase(kept, {
      files,
      prompts,
      isTrusted: () => true,
      clock: new FakeClock(),
      progress: (_title, work) => work(signal),
      documents: new FakeTextDocuments(),
      memory: { get: () => undefined, update: async () => undefined },
      find: async () => [...files.texts.keys()],
    });
  }

  const testsIn = (uri: string) => readPromptTests(files.texts.get(uri) ?? '', uri).cases;

  it('adds it to the prompt file that asks the same, with the values of its variables', async () => {
    files.texts.set('file:///folder/boat.prompt.json', FILE.replace('Describe', 'Draw'));
    files.texts.set('file:///folder/broken.prompt.json', '{');
    files.texts.set(URI, FILE);
    prompts.answer('kite.prompt.json');
    await save(entry(BODY, STREAM));
    const [added] = testsIn(URI);
    assert.deepEqual(added?.case.variables, { tone: 'kind', animal: 'a kite', words: '9' });
    assert.deepEqual(added.case.expect, [{ type: 'contains', value: ['A kite is a bird.'] }]);
  });

  it('makes a prompt file of it where none asks the same, with what it set', async () => {
    files.chosen = 'file:///folder/new.prompt.json';
    const json = '{"price": 3}';
    const answer = { candidates: [{ content: { role: 'model', parts: [{ text: json }] } }] };
    await save(entry(BODY, JSON.stringify(answer), 'generateContent'));
    const text = files.texts.get(files.chosen) ?? '';
    const { model, settings, messages } = readPrompt(text, 'new.prompt.json');
    assert.equal(model, 'models/other');
    assert.deepEqual(settings, {
      systemInstruction: 'Be kind.',
      temperature: 0.5,
      requests: { chat: { generationConfig: { seed: 7 } } },
    });
    assert.deepEqual(messages, [{ role: 'user', text: 'Describe a kite in 9 words.' }]);
    assert.deepEqual(testsIn(files.chosen)[0]?.case.expect, [
      { type: 'jsonPath', path: '$.price', value: 3 },
    ]);
  });

  it('writes no header that a server was sent', async () => {
    files.chosen = 'file:///folder/new.prompt.json';
    const transport = { url: 'https://s.test', headers: { 'X-Key': 'canary' } };
    const tools = [{ mcpServers: [{ name: 's', streamableHttpTransport: transport }] }];
    await save(entry({ ...BODY, tools }, STREAM));
    const text = files.texts.get(files.chosen) ?? '';
    assert.ok(text.includes('YOUR_X_KEY') && !text.includes('canary'), text);
  });

  it('takes it from the traffic of the window and of programs', () => {
    const { request, answer } = entry(BODY, STREAM);
    const recording = { request, responseText: answer };
    const own = { find: () => ({ recording }) as unknown as TrafficEntry, sessions: [] };
    assert.deepEqual(promptExchange(own, 1), { request, answer });
    const program = {
      id: 2,
      method: 'POST',
      target: request.path,
      operation: 'models.streamGenerateContent',
      wire: {
        base: 'http://127.0.0.1:1',
        request: Buffer.from(JSON.stringify(BODY)),
        pieces: [STREAM.slice(0, 9), STREAM.slice(9)].map((text) => ({ bytes: Buffer.from(text) })),
      },
    };
    const sessions = [{ entries: [program] }] as unknown as readonly ShownSession[];
    const found = promptExchange({ find: () => undefined, sessions }, 2);
    assert.equal(found?.answer, STREAM);
    assert.deepEqual([found.request.path, found.request.body], [request.path, BODY]);
    assert.equal(promptExchange({ find: () => undefined, sessions }, 3), undefined);
  });

  it('says of which exchange none can be made', async () => {
    await assert.rejects(
      save(undefined),
      /This request isn’t a generateContent or streamGenerateContent request\./,
    );
    await assert.rejects(
      save(entry({}, '{}')),
      /This request isn’t a generateContent or streamGenerateContent request\./,
    );
    const error = '{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}';
    const array = `[${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'A' }] } }] })}\n,\r\n${error}\n]`;
    for (const answer of [error, `${STREAM}data: ${error}\n\n`, `${STREAM}${error}`, array]) {
      await assert.rejects(
        save(entry(BODY, answer)),
        /The response ended with an error: 429 RESOURCE_EXHAUSTED\./,
      );
    }
    await assert.rejects(
      save(entry(BODY, STREAM.slice(0, 30))),
      /The response isn’t available for a test case\./,
    );
  });
});
