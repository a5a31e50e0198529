import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatRequestFile } from '../../src/console/requestFile';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { badRequests, good } from './support/badRequests';
import { closeEditors, rewrite, shownAnswer } from './support/consoleDocuments';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';

/** Of a connection that has a key which nobody knows. */
const KEYED = 'wrongkey';

describe('bad requests in the console', () => {
  let emulator: EmulatorControl;
  let document: vscode.TextDocument;

  before(async () => {
    await resetConnections();
    const { host, services } = await activated();
    const address = await services.emulator.start();
    emulator = new EmulatorControl(address);
    await emulator.setPace('at once');
    await emulator.control('POST', 'key', { strict: true });
    const { baseUrl } = address;
    const connection = { id: KEYED, name: 'Wrong key', endpoint: baseUrl, auth: 'apiKey' };
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    await settings.update('connections', [connection], vscode.ConfigurationTarget.Global);
    const stored = JSON.stringify({ origin: baseUrl, key: 'a-key-that-nobody-knows' });
    await host.context.secrets.store(`apiKey.${KEYED}`, stored);
    await services.connections.activate(EMULATOR_ID);
    document = await vscode.workspace.openTextDocument({ language: 'json', content: '{}' });
    await vscode.window.showTextDocument(document);
  });
  after(async () => {
    await closeEditors();
    await emulator.control('POST', 'key', { strict: false });
    await emulator.setPace('usual');
    await (await activated()).host.context.secrets.delete(`apiKey.${KEYED}`);
    await resetConnections();
  });

  /** Sends a text as the document's; gives what was told. */
  async function send(text: string): Promise<FakePrompts> {
    await rewrite(document, text);
    await emulator.forget();
    const prompts = new FakePrompts();
    const command = 'generativeLanguage.sendRequest';
    await withPrompts(prompts, () => Promise.resolve(vscode.commands.executeCommand(command)));
    return prompts;
  }

  /** The lines that are marked as ours, with what is said of them. */
  function marked(): readonly (readonly [line: string, message: string])[] {
    return vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === 'Generative Language')
      .map(({ range, message }) => [document.lineAt(range.start.line).text.trim(), message]);
  }

  async function assertCleared(): Promise<void> {
    await send(formatRequestFile(good));
    assert.deepEqual(marked(), []);
    assert.match((await shownAnswer()).about[0] ?? '', /^200 OK/);
  }

  for (const { what, text, line, says, unsent = false } of badRequests) {
    it(`${unsent ? 'does not send' : 'marks what the service says of'} ${what}`, async () => {
      await send(text);
      const [first, ...others] = marked();
      assert.deepEqual([first?.[0], others], [line, []]);
      assert.match(first?.[1] ?? '', says);
      const seen = await emulator.seen();
      assert.equal(seen.length, unsent ? 0 : 1);
      if (!unsent) {
        const [answered] = seen;
        assert.ok((answered?.status ?? 0) >= 400, `It answered ${answered?.status}.`);
        assert.match((await shownAnswer()).about[0] ?? '', new RegExp(`^${answered?.status} `));
      }
      await assertCleared();
    });
  }

  it('marks each of several fields', async () => {
    const body = { ...good.body, generationConfig: { topk: 1, topP: 'most' } };
    await send(formatRequestFile({ ...good, body }));
    assert.deepEqual(
      marked().map(([line]) => line),
      ['"topk": 1,', '"topP": "most"'],
    );
    await assertCleared();
  });

  it('marks a wrong key at the operation, until the request goes elsewhere', async () => {
    const { connections } = (await activated()).services;
    await connections.activate(KEYED);
    await send(formatRequestFile(good));
    const [first, ...others] = marked();
    assert.deepEqual([first?.[0], others], ['"operation": "models.generateContent",', []]);
    assert.match(first?.[1] ?? '', /^API key not valid/);
    assert.deepEqual(
      (await emulator.seen()).map(({ status }) => status),
      [400],
    );
    assert.ok(!JSON.stringify(await shownAnswer()).includes('a-key-that-nobody-knows'));
    await connections.activate(EMULATOR_ID);
    await assertCleared();
  });

  it('sends nothing that takes no key, and says so at the operation', async () => {
    const { connections } = (await activated()).services;
    await connections.activate(KEYED);
    const list = { operation: 'corpora.list', version: 'v1beta', path: {}, query: {} } as const;
    await send(formatRequestFile(list));
    const [first, ...others] = marked();
    assert.deepEqual([first?.[0], others], ['"operation": "corpora.list",', []]);
    assert.match(first?.[1] ?? '', /[Ss]ign in/);
    assert.deepEqual(await emulator.seen(), []);
    await connections.activate(EMULATOR_ID);
    await assertCleared();
  });
});
