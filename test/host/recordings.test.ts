import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/base/json';
import { ANSWER_SCHEME } from '../../src/catalog/ids';
import { Canonicalizer } from '../../src/recordings/canonical';
import type { Exchange } from '../../src/recordings/exchange';
import { writeExchange } from '../../src/recordings/fileFormat';
import { DEFAULT_RULES } from '../../src/recordings/rules';
import { fileNameOf } from '../../src/recordings/store';
import type { PickedFile } from '../../src/platform/system';
import { FakePrompts } from '../fakes/prompts';
import { FakeSystem } from '../fakes/system';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { useWindowEmulator } from './support/windowEmulator';

const MODEL = 'models/gemini-3.8-flash';

/** One question, and an answer that the emulator does not give by itself. */
function recorded(answer: string): Exchange {
  const contents = [{ role: 'user', parts: [{ text: 'Name a river.' }] }];
  const parts = [{ text: answer }];
  return {
    operation: 'models.generateContent',
    request: {
      method: 'POST',
      path: `/v1beta/${MODEL}:generateContent`,
      query: {},
      body: { kind: 'json', json: { contents, generationConfig: { temperature: 0.5 } } },
    },
    answer: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      layout: 'compact',
      body: {
        kind: 'json',
        json: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
      },
    },
  };
}

const NOTES = Buffer.from('Rivers and lakes.');

/** An upload, whose bytes are not in its recording. */
function recordedUpload(): Exchange {
  const metadata = { file: { displayName: 'Notes', mimeType: 'text/plain' } };
  const sha256 = createHash('sha256').update(NOTES).digest('hex');
  const file = { name: 'files/notes-of-then', displayName: 'Notes', mimeType: 'text/plain' };
  return {
    operation: 'media.upload',
    request: {
      method: 'POST',
      path: '/v1beta/files',
      query: {},
      body: { kind: 'json', json: metadata },
      upload: { mimeType: 'text/plain', bytes: NOTES.length, sha256 },
    },
    answer: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      layout: 'compact',
      body: { kind: 'json', json: { file } },
    },
  };
}

describe('recordings in editors', () => {
  let project: vscode.Uri;
  let folder: string;
  let file: vscode.Uri;

  before(async () => {
    await useWindowEmulator();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    project = first.uri;
    folder = join(project.fsPath, '.genlang', 'recordings', 'fixture');
    const exchange = recorded('');
    const { hash } = new Canonicalizer(DEFAULT_RULES).of(exchange.operation, exchange.request);
    file = vscode.Uri.file(join(folder, fileNameOf(1, exchange, hash)));
  });
  beforeEach(async () => {
    await mkdir(folder, { recursive: true });
    await write('The Glomma.');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(join(project.fsPath, '.genlang'), { recursive: true, force: true });
  });
  after(async () => {
    await (await activated()).services.emulator.stop();
    await resetConnections();
  });

  const write = (answer: string): Promise<void> =>
    writeFile(file.fsPath, writeExchange(recorded(answer)).text);
  const run = (name: string, uri = file): Thenable<unknown> =>
    vscode.commands.executeCommand(`generativeLanguage.${name}`, uri);

  /** In the editor, without saving it. */
  async function type(text: string): Promise<void> {
    const { lineCount } = await vscode.workspace.openTextDocument(file);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(file, new vscode.Range(0, 0, lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  /** The text to read that is open and says something; waits until it does. */
  async function reading(words: string | RegExp): Promise<string> {
    for (;;) {
      const found = vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === ANSWER_SCHEME)
        .map((document) => document.getText())
        .find((text) => (typeof words === 'string' ? text.includes(words) : words.test(text)));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const events = [
          vscode.workspace.onDidChangeTextDocument,
          vscode.workspace.onDidOpenTextDocument,
        ];
        const subscriptions = events.map((event) =>
          (event as vscode.Event<unknown>)(() => {
            for (const one of subscriptions) one.dispose();
            resolve();
          }),
        );
      });
    }
  }

  it('opens a readable view beside, with what can be done, and follows the file', async () => {
    await vscode.window.showTextDocument(file);
    await run('openReadableView');
    const text = await reading('The Glomma.');
    assert.match(text, /^# models\.generateContent\n/);
    assert.match(text, /- generationConfig\.temperature: 0\.5/);
    // Documents of other tests stay for a while after their editors.
    const views = (): readonly vscode.Uri[] =>
      vscode.window.visibleTextEditors
        .map(({ document: { uri } }) => uri)
        .filter(({ scheme }) => scheme === ANSWER_SCHEME);
    const [view] = views();
    assert.ok(view);
    const titles = async (uri: vscode.Uri): Promise<readonly string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
      );
      return lenses.map(({ command }) => command?.title ?? '');
    };
    const actions = [
      '$(debug-rerun) Replay',
      'Open in Playground',
      'Create Mock',
      'Compare with Unmatched Request',
      'Re-record',
    ];
    assert.deepEqual(await titles(view), actions);
    assert.deepEqual(await titles(file), ['$(open-preview) Open Preview', ...actions]);
    await type(writeExchange(recorded('The Lågen.')).text);
    assert.match(await reading('The Lågen.'), /Request/);
    await type('{\n  "format": 1,\n  oops\n}\n');
    assert.match(await reading('Couldn’t read the file'), /Line 3 of 0001-models/);
    await (await vscode.workspace.openTextDocument(file)).save();
    assert.equal(views().length, 1);
  });

  it('replays a recording from its folder, and leaves it to programs', async () => {
    await run('replayRecording');
    await reading('The emulator’s response matches the recording.');
    await run('replayRecording');
    await reading('The emulator’s response matches the recording.');
  });

  it('opens what was said in a playground', async () => {
    await run('openRecording');
    const { playground } = await activated();
    const panel = (await playground.panels()).all.at(-1);
    const { conversation } = panel?.session ?? {};
    assert.deepEqual(
      conversation?.turns.map(({ role, content }) => [role, content.parts?.[0]?.text]),
      [
        ['user', 'Name a river.'],
        ['model', 'The Glomma.'],
      ],
    );
    assert.equal(conversation.model, MODEL);
    assert.equal(conversation.settings.temperature, 0.5);
  });

  it('makes a rule of it in a file of the folder, before the others, and shows it', async () => {
    await withPrompts(new FakePrompts('mine'), async () => await run('makeRule'));
    const place = join(project.fsPath, '.genlang', 'mine.mocks.jsonc');
    const text = await readFile(place, 'utf8');
    const rule = {
      when: { operation: 'generate', model: 'gemini-3.8-flash', user: 'Name a river.' },
      response: { text: 'The Glomma.' },
    };
    assert.deepEqual(JSON.parse(text), { mocks: [rule] });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, place);
    assert.deepEqual(JSON.parse(editor.document.getText(editor.selection)), rule);
    await write('The Lågen.');
    await withPrompts(new FakePrompts('mine.mocks.jsonc'), async () => await run('makeRule'));
    const { mocks } = JSON.parse(await readFile(place, 'utf8')) as { mocks: (typeof rule)[] };
    assert.deepEqual(
      mocks.map(({ response }) => response.text),
      ['The Lågen.', 'The Glomma.'],
    );
  });

  describe('of uploads', () => {
    const REPLAYED =
      /^# Replay of media\.upload\n\nThe emulator’s response matches the recording\.\n[^]*files\/notes-of-then/;
    let upload: vscode.Uri;
    beforeEach(async () => {
      const exchange = recordedUpload();
      const { hash } = new Canonicalizer(DEFAULT_RULES).of(exchange.operation, exchange.request);
      upload = vscode.Uri.file(join(folder, fileNameOf(3, exchange, hash)));
      await writeFile(upload.fsPath, writeExchange(exchange).text);
    });

    it('say that their bytes are not recorded, and send nothing but those', async () => {
      const prompts = new FakePrompts(undefined);
      await withPrompts(prompts, async () => await run('replayRecording', upload));
      const [asked] = prompts.asked;
      assert.match(
        asked?.text ?? '',
        /The recording stores only the size and hash of the upload: 17 bytes, text\/plain, SHA-256/,
      );
      const { host } = await activated();
      const picked = (text: string): PickedFile => ({
        path: '/notes.txt',
        uri: 'file:///notes.txt',
        bytes: Buffer.from(text),
      });
      const system = new FakeSystem();
      system.files.push(picked('Something else.'), picked(NOTES.toString()));
      const own = { pickFile: host.system.pickFile };
      Object.assign(host.system, { pickFile: system.pickFile.bind(system) });
      try {
        const heard = new HeardPrompts('Select File…', 'Select File…');
        await withPrompts(heard, async () => {
          await run('replayRecording', upload);
          await heard.hears(/notes\.txt isn’t the file that was uploaded/);
          await run('replayRecording', upload);
        });
      } finally {
        Object.assign(host.system, own);
      }
      await reading(REPLAYED);
    });
  });

  it('records anew after a question, says what changed, and keeps the file where nothing did', async () => {
    const prompts = new HeardPrompts('Re-record', 'Re-record');
    await withPrompts(prompts, async () => {
      await run('recordAgain');
      await prompts.hears(/Re-recorded/);
      const text = await readFile(file.fsPath, 'utf8');
      assert.ok(!text.includes('The Glomma.'));
      const { request } = JSON.parse(text) as { readonly request: JsonObject };
      assert.deepEqual(
        request,
        (JSON.parse(writeExchange(recorded('')).text) as JsonObject).request,
      );
      await run('recordAgain');
      await prompts.hears(/wasn’t changed\. The response is the same\./);
      assert.equal(await readFile(file.fsPath, 'utf8'), text);
    });
    await withPrompts(new FakePrompts(undefined), async () => await run('recordAgain'));
  });
});
