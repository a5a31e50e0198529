import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/api/schema/row';
import { AppError, CancelledError } from '../../../../../src/base/errors';
import { type PromptDeps, sha256 } from '../../../../../src/playground/host/prompts/promptFiles';
import { readPrompt } from '../../../../../src/conversation/prompts/readPrompt';
import { runPrompt } from '../../../../../src/playground/host/prompts/runPrompt';
import { FakeMemento } from '../../../../fakes/memento';
import { settle, settled } from '../../../../fakes/settle';
import { FakeTextDocuments } from '../../../../fakes/textDocuments';
import { FakePromptFiles } from './fakePromptFiles';
import { SMALL } from '../../../conversation/fakeServices';
import { World } from '../../../conversation/world';

const URI = 'file:///folder/kite.prompt.json';
const RESULT = 'file:///folder/kite.result.json';

describe('running a prompt file', () => {
  let world: World;
  let files: FakePromptFiles;
  let documents: FakeTextDocuments;
  let memory: FakeMemento;
  let cancel: AbortController;
  let isTrusted: boolean;

  beforeEach(() => {
    world = new World();
    files = new FakePromptFiles();
    documents = new FakeTextDocuments();
    memory = new FakeMemento();
    cancel = new AbortController();
    isTrusted = true;
  });

  function run(over: JsonObject = {}): Promise<void> {
    const messages = [{ role: 'user', text: 'Describe {{animal}}' }];
    const text = JSON.stringify({ format: 1, model: SMALL.name, messages, ...over });
    files.texts.set(URI, text);
    const { prompts, clock } = world;
    const parts: PromptDeps = {
      files,
      prompts,
      documents,
      memory,
      clock,
      progress: (_title, work) => work(cancel.signal),
      isTrusted: () => isTrusted,
    };
    const prompt = readPrompt(text, 'kite.prompt.json');
    return runPrompt({ uri: URI, text, prompt }, parts, world.services);
  }

  const result = (): JsonObject => JSON.parse(files.texts.get(RESULT) ?? '{}') as JsonObject;

  it('asks for the values, shows the answer while it comes, and keeps it beside', async () => {
    world.prompts.answer('a kite');
    const running = run({ variables: { animal: { default: 'owl', description: 'What flies' } } });
    await settle();
    assert.deepEqual(world.prompts.asked[0]?.value, 'owl');
    assert.equal(world.prompts.asked[0].text, 'What flies');
    const { input } = world.client.last;
    assert.deepEqual(input.body.contents.at(-1)?.parts, [{ text: 'Describe a kite' }]);
    await settled(world.client.last.text('It **flies**'));
    assert.match(documents.texts[0] ?? '', /^It \*\*flies/);
    world.client.last.finish('STOP', { totalTokenCount: 7 });
    await running;
    assert.match(documents.texts[0] ?? '', /^It \*\*flies\*\*\n\n---\n\nComplete · .* · 7 tokens/);
    const { answer, prompt, promptSha256, model, verdict, variables, usage } = result();
    assert.deepEqual(
      { answer, prompt, model, verdict, variables, usage },
      {
        answer: 'It **flies**',
        prompt: 'kite.prompt.json',
        model: SMALL.name,
        verdict: 'complete',
        variables: { animal: 'a kite' },
        usage: { totalTokenCount: 7 },
      },
    );
    assert.equal(promptSha256, sha256(files.texts.get(URI) ?? ''));
  });

  it('keeps the old result when it fails, and says why', async () => {
    files.texts.set(RESULT, 'old');
    world.prompts.answer('a kite');
    const running = run();
    await settle();
    world.client.last.fail(new AppError('quota', 'No more today.', { hint: 'Wait.' }));
    await assert.rejects(running, { message: 'No more today.' });
    assert.equal(files.texts.get(RESULT), 'old');
    assert.match(documents.texts[0] ?? '', /No more today\./);
  });

  it('keeps the old result when it is cancelled, and ends the request', async () => {
    files.texts.set(RESULT, 'old');
    world.prompts.answer('a kite');
    const running = run();
    await settle();
    await settled(world.client.last.text('Half'));
    cancel.abort();
    await assert.rejects(running, CancelledError);
    assert.ok(world.client.last.closed);
    assert.equal(files.texts.get(RESULT), 'old');
    assert.match(documents.texts[0] ?? '', /^Half[^]*Canceled\.$/);
  });

  it('takes files along, and tells those that have changed', async () => {
    const content = new TextEncoder().encode('png');
    world.uploads.files.set('/folder/kite.png', { mimeType: 'image/png', content });
    files.contents.set('/folder/kite.png', 'png');
    const attachments = [{ path: './kite.png', sha256: '0'.repeat(64) }];
    world.prompts.answer('OK');
    const running = run({ messages: [{ role: 'user', text: 'What?', attachments }] });
    await settle();
    const [part] = world.client.last.input.body.contents[0]?.parts ?? [];
    assert.equal(part?.inlineData?.mimeType, 'image/png');
    assert.match(world.prompts.asked.at(-1)?.text ?? '', /Changed .*“\.\/kite\.png”/);
    world.client.last.text('A kite').finish('STOP');
    await running;
  });

  it('refuses files from outside of the workspace', async () => {
    const messages = [{ role: 'user', attachments: [{ path: '../etc/passwd' }] }];
    await assert.rejects(run({ messages }), { reason: 'outside' });
    assert.equal(world.client.streams.length, 0);
  });

  it('neither sends nor writes in a workspace that is not trusted', async () => {
    isTrusted = false;
    await assert.rejects(run(), { reason: 'notTrusted' });
    assert.deepEqual([world.client.streams.length, world.prompts.asked], [0, []]);
    assert.equal(files.texts.has(RESULT), false);
  });

  it('sends nothing where its result would go through a link, and writes none that came later', async () => {
    files.links.add(RESULT);
    await assert.rejects(run(), { reason: 'badPlace' });
    assert.deepEqual([world.client.streams.length, world.prompts.asked], [0, []]);
    files.links.clear();
    world.prompts.answer('a kite');
    const running = run();
    await settle();
    files.links.add(RESULT);
    world.client.last.text('Yes').finish('STOP');
    await assert.rejects(running, { reason: 'badPlace' });
    assert.equal(files.texts.has(RESULT), false);
  });

  it('leaves nothing of it among the conversations, and is nobody’s last choice', async () => {
    world.prompts.answer('a kite');
    const running = run();
    await settle();
    world.client.last.text('Yes').finish('STOP');
    await running;
    assert.equal(world.files.files.size + world.settingsFiles.files.size, 0);
  });
});
