import assert from 'node:assert/strict';
import type { Progress } from '../../../../../src/platform/progress';
import type { Conversation } from '../../../../../src/conversation/model/conversation';
import { sha256 } from '../../../../../src/playground/host/prompts/promptFiles';
import { readPrompt } from '../../../../../src/conversation/prompts/readPrompt';
import { savePrompt } from '../../../../../src/playground/host/prompts/savePrompt';
import { FakePromptFiles } from './fakePromptFiles';
import { conversation, model, user } from '../../../conversation/samples';
import { type TestSession, World } from '../../../conversation/world';

const URI = 'file:///folder/kite.prompt.json';
const KITE = { scheme: 'file', authority: '', path: '/folder/kite.png' };

describe('saving a conversation as a prompt file', () => {
  let world: World;
  let files: FakePromptFiles;
  let cancel: AbortController;
  let isTrusted: boolean;
  /** Titles of what could be cancelled. */
  let shown: string[];

  beforeEach(() => {
    world = new World();
    files = new FakePromptFiles();
    cancel = new AbortController();
    isTrusted = true;
    shown = [];
    files.chosen = URI;
    files.contents.set(KITE.path, 'png');
  });

  async function open(over: Partial<Conversation> = {}): Promise<TestSession> {
    return await world.openWith({ conversation: conversation(over) });
  }

  async function save(session: TestSession, text = '', over = false): Promise<void> {
    const { prompts } = world;
    const progress: Progress = (title, work) => {
      shown.push(title);
      return work(cancel.signal);
    };
    const parts = { files, prompts, progress, isTrusted: () => isTrusted };
    await savePrompt(parts, session, { text, over });
  }

  const saved = (): ReturnType<typeof readPrompt> =>
    readPrompt(files.texts.get(URI) ?? '', 'kite.prompt.json');

  it('writes what was said and what is being written, under the name of the conversation', async () => {
    const session = await open({ turns: [user('Hi'), model([{ text: 'Hello' }])] });
    await save(session, 'And a {{thing}}?');
    assert.deepEqual(files.proposed, ['Kites.prompt.json']);
    const { name, messages, variables } = saved();
    assert.equal(name, 'Kites');
    assert.deepEqual(messages, [
      { role: 'user', text: 'Hi' },
      { role: 'model', text: 'Hello' },
      { role: 'user', text: 'And a {{thing}}?' },
    ]);
    assert.deepEqual(variables, { thing: {} });
    assert.equal(session.state.promptFile, 'kite.prompt.json');
  });

  it('leaves the last answer out where nothing was written after it', async () => {
    await save(await open({ turns: [user('Hi'), model([{ text: 'Hello' }])] }));
    assert.deepEqual(saved().messages, [{ role: 'user', text: 'Hi' }]);
  });

  it('keeps the variables of a message that was sent, unless it was changed since', async () => {
    const template = { text: 'Describe {{animal}}', variables: { animal: 'a kite' } };
    const sent = { ...user('Describe a kite'), template };
    await save(await open({ turns: [sent] }));
    assert.equal(saved().messages[0]?.text, 'Describe {{animal}}');
    await save(await open({ turns: [{ ...sent, content: user('Describe two').content }] }));
    assert.equal(saved().messages[0]?.text, 'Describe two');
  });

  it('keeps braces from becoming variables that were sent as they are', async () => {
    await save(await open({ turns: [user('What is {{x}}?')] }));
    assert.equal(saved().messages[0]?.text, 'What is \\{{x}}?');
    assert.equal(saved().variables, undefined);
  });

  it('names files by their path and content, and tells which can’t go along', async () => {
    const outside = { ...KITE, path: '/home/me.png' };
    const turn = {
      ...user('Look'),
      content: { role: 'user', parts: [{ inlineData: {} }, { inlineData: {} }, { text: 'Look' }] },
      attached: [
        { part: 0, name: 'kite.png', source: KITE },
        { part: 1, name: 'me.png', source: outside },
      ],
    };
    const pasted = { id: 'a', name: 'pasted.png', mimeType: 'image/png', kind: 'inline' } as const;
    await save(await open({ turns: [turn], attachments: [pasted] }), 'Next');
    assert.deepEqual(saved().messages, [
      { role: 'user', text: 'Look', attachments: [{ path: './kite.png', sha256: sha256('png') }] },
      { role: 'user', text: 'Next' },
    ]);
    const told = world.prompts.asked.at(-1)?.text ?? '';
    assert.ok(told.includes('“me.png”') && told.includes('“pasted.png”'), told);
  });

  it('writes the text of references, whose braces aren’t variables', async () => {
    const text = 'a.hbs\n```hbs\n{{name}}\n```\n';
    const reference = { kind: 'file' } as const;
    const turn = {
      ...user('Look'),
      content: { role: 'user', parts: [{ text }, { text: 'Look' }] },
      attached: [{ part: 0, name: 'a.hbs', source: KITE, reference }],
    };
    const kept = { id: 'a', name: 'a.hbs', mimeType: 'text/plain', kind: 'inline' } as const;
    const draft = { ...kept, source: KITE, reference, part: { text } };
    await save(await open({ turns: [turn], attachments: [draft] }), 'Next');
    const escaped = text.replace('{{', '\\{{');
    assert.deepEqual(saved().messages, [
      { role: 'user', text: `${escaped}Look` },
      { role: 'user', text: `${escaped}Next` },
    ]);
    assert.deepEqual(files.hashed, []);
  });

  it('writes over the file that it came from, and keeps what is strange there', async () => {
    const before = '{"format":1,"model":"models/old","owner":"me","messages":[]}';
    files.texts.set(URI, before);
    const session = await open({ promptFile: URI, promptSha256: sha256(before), turns: [] });
    await save(session, 'New', true);
    const {
      owner,
      model: name,
      name: title,
    } = JSON.parse(files.texts.get(URI) ?? '') as {
      readonly [key: string]: unknown;
    };
    assert.deepEqual([owner, name, title], ['me', 'models/test', undefined]);
    // And again, without a question.
    await save(session, 'Newer', true);
    assert.equal(saved().messages[0]?.text, 'Newer');
    assert.ok(world.prompts.asked.every(({ kind }) => kind === 'notify'));
  });

  it('changes nothing else of the file: comments, cases, names and the form of a line', async () => {
    const before = [
      '// Mine.',
      '{',
      '\t"format": 1, "name": "Kites",',
      '\t"cases": [ { "expect": [{ "type": "contains", "value": "red" }] } ],',
      '\t"casesFiles": ["./more.csv"],',
      '\t"model": "models/test", // The small one.',
      '\t"messages": [',
      '\t\t{ "text": ["Describe {{animal}}", "in a word."], "role": "user", "note": 1,',
      '\t\t\t"attachments": [{ "path": "kite.png", "alt": "A kite" }] },',
      '\t\t{',
      '\t\t\t"role": "model", "text": "Red"',
      '\t\t}',
      '\t]',
      '}',
      '',
    ].join('\r\n');
    files.texts.set(URI, before);
    const turn = {
      ...user('Describe {{animal}}\nin a word.'),
      content: {
        role: 'user',
        parts: [{ inlineData: {} }, { text: 'Describe {{animal}}\nin a word.' }],
      },
      attached: [{ part: 0, name: 'kite.png', source: KITE }],
    };
    const { answer: _, ...red } = model([{ text: 'Red' }]);
    const over = { promptFile: URI, promptSha256: sha256(before), model: 'models/test' };
    const session = await open({ ...over, settings: {}, turns: [turn, red] });
    await save(session, 'Why?', true);
    const added = ',\r\n\t\t{\r\n\t\t\t"role": "user",\r\n\t\t\t"text": "Why?"\r\n\t\t}';
    const [head = '', tail = ''] = before.split('"Red"\r\n\t\t}');
    assert.equal(files.texts.get(URI), `${head}"Red"\r\n\t\t}${added}${tail}`);
    session.change((one) => ({ ...one, settings: { temperature: 0.5 } }));
    await save(session, 'Why?', true);
    const set = '"models/test",\r\n\t"settings": {\r\n\t\t"temperature": 0.5\r\n\t}, // The small';
    assert.ok(files.texts.get(URI)?.includes(set), files.texts.get(URI));
  });

  describe('whose file is gone', () => {
    const MOVED = 'file:///folder/bird.prompt.json';
    const TEXT = '{"format":1,"model":"models/test","messages":[],"cases":[{"expect":[]}]}';
    const over = { promptFile: URI, promptSha256: sha256(TEXT), turns: [] };

    it('asks, and writes nothing where that is dismissed', async () => {
      world.prompts.answer(undefined);
      await save(await open(over), 'New', true);
      assert.deepEqual(world.prompts.asked[0]?.choices, ['Select Moved File…', 'Save As…']);
      assert.equal(files.texts.size, 0);
    });

    it('saves another one under its old name', async () => {
      files.chosen = MOVED;
      world.prompts.answer('Save As…');
      await save(await open(over), 'New', true);
      assert.deepEqual(files.proposed, ['kite.prompt.json']);
      assert.deepEqual([...files.texts.keys()], [MOVED]);
    });
  });

  it('leaves the headers of servers in the file, which the conversation does not have', async () => {
    const server = (url: string, more = {}) => ({ type: 'mcp_server', name: url, url, ...more });
    const headers = { Authorization: 'Bearer x' };
    const settings = {
      requests: { interaction: { tools: [server('https://a.test', { headers })] } },
    };
    const before = JSON.stringify({ format: 1, model: 'models/old', settings, messages: [] });
    files.texts.set(URI, before);
    const tools = [server('https://a.test'), server('https://b.test')];
    const now = { requests: { interaction: { tools } } };
    const session = await open({ promptFile: URI, promptSha256: sha256(before), settings: now });
    await save(session, 'New', true);
    assert.deepEqual(saved().settings, {
      requests: { interaction: { tools: [server('https://a.test', { headers }), tools[1]] } },
    });
  });

  it('asks before it writes over what was changed elsewhere', async () => {
    files.texts.set(URI, '{"changed":true}');
    const session = await open({ promptFile: URI, promptSha256: sha256('{}'), turns: [] });
    world.prompts.answer(undefined);
    await save(session, 'New', true);
    assert.equal(files.texts.get(URI), '{"changed":true}');
    world.prompts.answer('Overwrite');
    await save(session, 'New', true);
    assert.equal(saved().messages[0]?.text, 'New');
  });

  it('asks before it writes over a file whose name was completed', async () => {
    files.chosen = 'file:///folder/kite.json';
    files.texts.set(URI, '{"of":"somebody"}');
    const session = await open({ turns: [] });
    world.prompts.answer(undefined);
    await save(session, 'New');
    assert.equal(files.texts.get(URI), '{"of":"somebody"}');
    world.prompts.answer('Overwrite');
    await save(session, 'New');
    assert.equal(saved().messages[0]?.text, 'New');
    assert.deepEqual([...files.texts.keys()], [URI]);
  });

  it('refuses while an editor has changes of the file, and where it is no JSON', async () => {
    files.texts.set(URI, '{');
    const session = await open({ promptFile: URI, promptSha256: sha256('{'), turns: [] });
    await assert.rejects(save(session, 'New', true), { reason: 'badPrompt' });
    files.dirty.add(URI);
    await assert.rejects(save(session, 'New', true), { reason: 'promptDirty' });
    assert.equal(files.texts.get(URI), '{');
  });

  it('writes nothing in a workspace that is not trusted', async () => {
    isTrusted = false;
    await assert.rejects(save(await open()), { reason: 'notTrusted' });
    assert.deepEqual([files.proposed, files.texts.size], [[], 0]);
  });

  it('holds no key, connection or place of a machine', async () => {
    await save(await open({ connection: 'conn1234', promptFile: 'file:///folder/other.json' }));
    assert.doesNotMatch(files.texts.get(URI) ?? '', /conn1234|file:|\/folder/);
  });
});
