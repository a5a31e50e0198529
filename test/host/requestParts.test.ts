import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosed } from './support/extension';
import { useFreshPlayground } from './support/freshPlayground';
import { ask, textOf } from './support/playground';

describe('parts of the settings as documents', () => {
  // Before the playground goes, so that nobody is asked whether to save.
  afterEach(() => vscode.commands.executeCommand('workbench.action.files.revert'));
  const fresh = useFreshPlayground();

  function addressOf(file: string): vscode.Uri {
    const { conversation } = fresh.panel.session.state;
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
    fresh.panel.session.setSettings({ temperature: 0.5 });
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
    const { settings } = fresh.panel.session.state;
    assert.equal(settings.temperature, 0.25);
    assert.ok(settings.requests?.chat?.generationConfig);
    await ask(fresh.panel, 'Where is the tower?');
    assert.ok('city' in (JSON.parse(textOf(fresh.panel)) as object));
    const schema = await open('responseSchema');
    assert.deepEqual(JSON.parse(schema.getText()), request.generationConfig.responseSchema);
  });

  it('have marks where the service refuses a schema, and none for types in lower case', async () => {
    const document = await open('responseSchema');
    const marks = (): readonly string[] =>
      vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    await write(document, '{ "type": "object", "properties": { "a": { "type": "array" } } }');
    await diagnosed(() => marks().length > 0);
    assert.deepEqual(marks(), ['The API rejects properties[a].items: missing field.']);
    await write(document, '{ "type": "object", "properties": { "a": { "type": "string" } } }');
    await diagnosed(() => marks().length === 0);
  });

  it('are not saved where they are wrong, and nothing of them is lost', async () => {
    const document = await open('functions');
    for (const text of ['[{', '{}', '[{ "name": 1.5, "parameters": 3 }]']) {
      await write(document, text);
      assert.equal(await document.save(), false, text);
      assert.equal(document.getText(), text);
      assert.ok(document.isDirty);
    }
    assert.deepEqual(fresh.panel.session.state.settings, {});
    await write(document, '[{ "name": "now", "description": "Tells the time." }]');
    assert.ok(await document.save());
    assert.deepEqual(fresh.panel.session.state.settings.requests?.chat?.tools, [
      { functionDeclarations: [{ name: 'now', description: 'Tells the time.' }] },
    ]);
  });

  it('are described to VS Code by their own schema', async () => {
    const document = await open('responseSchema');
    await write(document, '{ "type": "TEXT" }');
    await diagnosed(() => vscode.languages.getDiagnostics(document.uri).length > 0);
    const [problem] = vscode.languages.getDiagnostics(document.uri);
    assert.match(problem?.message ?? '', /Value is not accepted/);
  });

  it('can’t be saved when their conversation is closed, and stay in the editor', async () => {
    const document = await open('responseSchema');
    await write(document, '{ "type": "STRING" }');
    fresh.panel.dispose();
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(document.uri, Buffer.from('{}')),
      /The conversation isn’t open\. Open it in a playground, then/,
    );
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
  });
});
