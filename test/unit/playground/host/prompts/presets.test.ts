import assert from 'node:assert/strict';
import type { Conversation } from '../../../../../src/conversation/model/conversation';
import { initialTurns } from '../../../../../src/conversation/session/modelChoice';
import {
  managePresets,
  type Preset,
  type PresetFiles,
} from '../../../../../src/playground/host/prompts/presets';
import { FakeMemento } from '../../../../fakes/memento';
import { settled } from '../../../../fakes/settle';
import { FakeTextDocuments } from '../../../../fakes/textDocuments';
import { conversation, model, texts, user } from '../../../conversation/samples';
import { type TestSession, World } from '../../../conversation/world';
import { FakePromptFiles } from './fakePromptFiles';

const GLOBAL = 'file:///storage/presets/';
const LOCAL = 'file:///folder/prompts/';
const SCHEMA = { type: 'OBJECT', properties: { city: { type: 'STRING' } } };
const SETTINGS = {
  systemInstruction: 'Be brief.',
  temperature: 0.5,
  requests: {
    chat: {
      generationConfig: { responseMimeType: 'application/json', responseSchema: SCHEMA },
      tools: [{ functionDeclarations: [{ name: 'fly' }] }],
    },
  },
};
const TURNS = [user('Hello', 'u1'), model([{ text: 'Hi' }], {}, 'm1')];
const SAVE = 'Save Current Settings as Preset…';

describe('presets', () => {
  let world: World;
  let files: FakePromptFiles;
  let memory: FakeMemento;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    files = new FakePromptFiles();
    memory = new FakeMemento();
    await open();
  });

  async function open(over: Partial<Conversation> = {}): Promise<void> {
    const head = conversation({ connection: 'remote01', model: 'models/small', turns: TURNS });
    session = await world.openWith({ conversation: { ...head, ...over } });
  }

  const presets: PresetFiles = {
    list: async () =>
      [...files.texts.keys()]
        .map((uri): Preset => ({ uri, isGlobal: uri.startsWith(GLOBAL), folder: '' }))
        .toSorted((one, other) => Number(other.isGlobal) - Number(one.isGlobal)),
    places: (name) => [
      { uri: GLOBAL + encodeURIComponent(name), isGlobal: true, label: 'All workspaces' },
      { uri: LOCAL + name, isGlobal: false, label: 'folder' },
    ],
    async rename(from, to) {
      files.texts.set(to, files.texts.get(from) ?? '');
      files.texts.delete(from);
      store();
    },
    async delete(uri) {
      files.texts.delete(uri);
      store();
    },
  };

  /** What sessions read of the presets for new conversations. */
  function store(): void {
    world.presetFiles.files.clear();
    for (const [uri, text] of files.texts) {
      if (uri.startsWith(GLOBAL)) world.presetFiles.files.set(uri.slice(GLOBAL.length), text);
    }
  }

  /** Answers the list, and what follows; then dismisses the list. */
  async function manage(...answers: readonly (string | undefined)[]): Promise<void> {
    world.prompts.answer(...answers);
    const { prompts } = world;
    const deps = {
      files,
      presets,
      prompts,
      memory,
      clock: world.clock,
      isTrusted: () => true,
      documents: new FakeTextDocuments(),
      progress: world.services.progress,
    };
    await settled(managePresets(deps, session));
    store();
  }

  const write = (uri: string, over: object): void => {
    const prompt = { format: 1, model: 'models/large', settings: SETTINGS, messages: [], ...over };
    files.texts.set(uri, JSON.stringify(prompt));
    store();
  };
  const rows = (): readonly string[] =>
    world.prompts.asked.find(({ text }) => text === 'Presets')?.choices ?? [];
  const notified = (): string | undefined =>
    world.prompts.asked.findLast(({ kind }) => kind === 'notify')?.text;

  it('are saved as prompt files without messages, and applied to another conversation, which keeps its messages', async () => {
    await open({ settings: SETTINGS, model: 'models/large', version: 'v1' });
    await manage(SAVE, 'Brief/JSON', 'All workspaces', undefined);
    const uri = `${GLOBAL}Brief-JSON.prompt.json`;
    const saved = JSON.parse(files.texts.get(uri) ?? '');
    assert.deepEqual(saved, {
      format: 1,
      model: 'models/large',
      version: 'v1',
      settings: SETTINGS,
      messages: [],
    });
    assert.equal(session.conversation.promptFile, undefined);

    await open({ settings: { topP: 1 }, mode: 'prompt' });
    world.prompts.pressed.add('Undo');
    const before = session.conversation;
    await manage('Brief-JSON');
    assert.deepEqual(rows().slice(0, 2), [SAVE]);
    assert.equal(notified(), 'Applied the preset “Brief-JSON”.');
    // The test undoes it at once.
    const { updateTime: _, ...undone } = session.conversation;
    const { updateTime: __, ...same } = before;
    assert.deepEqual(undone, same);

    world.prompts.pressed.clear();
    await manage('Brief-JSON');
    const { settings, model: named, version, mode, turns } = session.conversation;
    assert.deepEqual([settings, named, version, mode], [SETTINGS, 'models/large', 'v1', undefined]);
    assert.deepEqual(texts(turns), ['Hello', 'Hi']);
  });

  it('of a workspace ask for access before they are applied, once, and take only settings', async () => {
    const tools = [{ googleSearch: {} }, { urlContext: {} }];
    const uri = `${LOCAL}kite.prompt.json`;
    const messages = [{ role: 'user', text: 'Hi', attachments: [{ path: '../.env' }] }];
    write(uri, { settings: { requests: { chat: { tools } } }, messages });
    await manage('kite', 'URL context');
    const { settings, turns } = session.conversation;
    assert.deepEqual(settings.requests?.chat?.tools, [{ urlContext: {} }]);
    assert.deepEqual(texts(turns), ['Hello', 'Hi']);
    const asked = world.prompts.asked.find(({ kind }) => kind === 'pickMany');
    assert.equal(asked?.text, 'Select Allowed Access for kite.prompt.json');
    assert.deepEqual(asked.choices, ['Google Search', 'URL context']);
    await manage('kite');
    write(uri, { settings: { requests: { chat: { tools: [{ codeExecution: {} }] } } } });
    await assert.rejects(manage('kite', undefined), { name: 'CancelledError' });
    assert.deepEqual(session.conversation.settings, settings);
    files.texts.set(uri, '{"format": 1, "model": 3}');
    await assert.rejects(manage('kite'), /kite\.prompt\.json, line 1, column 15/);
  });

  it('replace only the settings of a prompt file that already exists, after a question', async () => {
    const uri = `${LOCAL}kite.prompt.json`;
    const messages = [{ role: 'user', text: 'Hi' }];
    write(uri, { name: 'Kites', messages, cases: [{ name: 'one' }] });
    await open({ settings: { temperature: 0 } });
    await manage(SAVE, 'kite', 'folder', undefined, undefined);
    assert.match(files.texts.get(uri) ?? '', /Be brief/);
    await manage(SAVE, 'kite', 'folder', 'Overwrite', undefined);
    assert.deepEqual(JSON.parse(files.texts.get(uri) ?? ''), {
      format: 1,
      name: 'Kites',
      model: 'models/small',
      settings: { temperature: 0 },
      messages,
      cases: [{ name: 'one' }],
    });
  });

  it('are renamed and deleted, which is undone, and never replace another one', async () => {
    write(`${GLOBAL}One.prompt.json`, {});
    write(`${GLOBAL}Two.prompt.json`, {});
    await manage('Rename Preset…', 'One', 'Three', undefined);
    assert.deepEqual([...files.texts.keys()].sort(), [
      `${GLOBAL}Three.prompt.json`,
      `${GLOBAL}Two.prompt.json`,
    ]);
    await assert.rejects(manage('Rename Preset…', 'Two', 'Three'), /Three\.prompt\.json already/);
    await manage('Delete Preset…', 'Two', undefined);
    assert.deepEqual([...files.texts.keys()], [`${GLOBAL}Three.prompt.json`]);
    world.prompts.pressed.add('Undo');
    await manage('Delete Preset…', 'Three', undefined);
    assert.deepEqual([...files.texts.keys()], [`${GLOBAL}Three.prompt.json`]);
  });

  it('start new conversations, follow changes of their file, and are no longer used without it', async () => {
    const initial = 'Select Preset for New Conversations…';
    write(`${GLOBAL}One.prompt.json`, { mode: 'interaction' });
    const begin = async (): Promise<readonly unknown[]> => {
      const { settings, model: named, mode } = await initialTurns(world.services, undefined);
      return [settings, named, mode];
    };
    assert.deepEqual(await begin(), [{}, '', undefined]);
    await manage(initial, 'One', undefined);
    assert.deepEqual(await begin(), [SETTINGS, 'models/large', 'interaction']);
    await manage('Rename Preset…', 'One', 'Two', undefined);
    write(`${GLOBAL}Two.prompt.json`, { settings: { topK: 3 }, model: 'models/gone' });
    assert.deepEqual(await begin(), [{ topK: 3 }, 'models/gone', 'chat']);
    // The connection doesn't have its model.
    await settled(session.newConversation());
    assert.deepEqual(session.conversation.settings, { topK: 3 });
    assert.notEqual(session.conversation.model, 'models/gone');
    assert.equal(session.shown.kept, 'these');
    await manage(initial, 'No preset', undefined);
    assert.deepEqual(await begin(), [{}, '', undefined]);
    await manage(initial, 'Two', undefined);
    await manage('Delete Preset…', 'Two', undefined);
    assert.deepEqual(await begin(), [{}, '', undefined]);
  });
});
