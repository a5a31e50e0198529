import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import { resetConnections } from './support/extension';
import { ask, openPlayground, startTestEmulator, textOf } from './support/playground';

describe('parts of the settings as documents', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let panel: PlaygroundPanel;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    await emulator.control('POST', 'speed', { latency: 0, rate: 0 });
  });
  beforeEach(async () => {
    panel = await openPlayground();
    // It begins with what was used last.
    panel.session.setSettings({});
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await emulator.close();
    await resetConnections();
  });

  function addressOf(file: string): vscode.Uri {
    const { conversation } = panel.session.state;
    return vscode.Uri.from({ scheme: 'genlangrequest', path: `/${conversation}/${file}.json` });
  }

  async function open(file: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(addressOf(file));
    await vscode.window.showTextDocument(document);
    return document;
  }

  async function write(document: vscode.TextDocument, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  it('are set when they are saved, and sent', async () => {
    panel.session.setSettings({ temperature: 0.5 });
    const document = await open('chatRequest');
    assert.deepEqual(JSON.parse(document.getText()), { generationConfig: { temperature: 0.5 } });
    const request = {
      generationConfig: {
        temperature: 0.25,
        responseMimeType: 'application/json',
        responseSchema: { type: 'OBJECT', properties: { city: { type: 'STRING' } } },
      },
    };
    await write(document, JSON.stringify(request));
    assert.ok(await document.save());
    const { settings } = panel.session.state;
    assert.equal(settings.temperature, 0.25);
    assert.ok(settings.requests?.chat?.generationConfig);
    await ask(panel, 'Where is the tower?');
    assert.ok('city' in (JSON.parse(textOf(panel)) as object));
    const schema = await open('responseSchema');
    assert.deepEqual(JSON.parse(schema.getText()), request.generationConfig.responseSchema);
  });

  it('are not saved where they are wrong, and nothing of them is lost', async () => {
    const document = await open('functions');
    for (const text of ['[{', '{}', '[{ "name": 1.5, "parameters": 3 }]']) {
      await write(document, text);
      assert.equal(await document.save(), false, text);
      assert.equal(document.getText(), text);
      assert.ok(document.isDirty);
    }
    assert.deepEqual(panel.session.state.settings, {});
    await write(document, '[{ "name": "now", "description": "Tells the time." }]');
    assert.ok(await document.save());
    assert.deepEqual(panel.session.state.settings.requests?.chat?.tools, [
      { functionDeclarations: [{ name: 'now', description: 'Tells the time.' }] },
    ]);
  });

  it('show what is set elsewhere meanwhile', async () => {
    const document = await open('chatRequest');
    const shown = new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onDidChangeTextDocument(() => {
        if (!document.getText().includes('"topP": 0.5')) return;
        subscription.dispose();
        resolve();
      });
    });
    panel.session.setSettings({ topP: 0.5 });
    await shown;
    assert.equal(document.isDirty, false);
  });

  it('are described to VS Code by their own schema', async () => {
    const document = await open('responseSchema');
    await write(document, '{ "type": "TEXT" }');
    const found = (): boolean => vscode.languages.getDiagnostics(document.uri).length > 0;
    if (!found()) {
      await new Promise<void>((resolve) => {
        const subscription = vscode.languages.onDidChangeDiagnostics(() => {
          if (!found()) return;
          subscription.dispose();
          resolve();
        });
      });
    }
    const [problem] = vscode.languages.getDiagnostics(document.uri);
    assert.match(problem?.message ?? '', /Value is not accepted/);
  });

  it('can’t be saved when their conversation is closed, and stay in the editor', async () => {
    const document = await open('responseSchema');
    await write(document, '{ "type": "STRING" }');
    panel.dispose();
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(document.uri, Buffer.from('{}')),
      /Its conversation is not open/,
    );
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
  });
});
