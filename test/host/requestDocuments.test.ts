import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatRequestFile } from '../../src/console/requestFile';
import { templateFor } from '../../src/console/template';
import { activated } from './support/extension';

const OPERATION = 'models.generateContent';
const VERSION = 'v1beta';
const template = templateFor(OPERATION, VERSION, { model: 'models/x' });

const openRequest = async (body: object): Promise<vscode.TextDocument> => {
  const path = { model: 'models/x' };
  const file = { operation: OPERATION, version: VERSION, path, ...template } as const;
  const content = formatRequestFile({ ...file, body: { ...template.body, ...body } });
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document);
  return document;
};

/** What VS Code says of a document, once it says anything. */
async function problemsOf({ uri }: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
  return await new Promise((resolve) => {
    const look = (): void => {
      const problems = vscode.languages.getDiagnostics(uri);
      if (problems.length === 0) return;
      subscription.dispose();
      resolve(problems);
    };
    const subscription = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}

describe('request documents', () => {
  before(() => activated());
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('show what their schema does not have where it stands', async () => {
    const document = await openRequest({ generationConfig: { topK: 'many', toppK: 1 } });
    const problems = await problemsOf(document);
    const places = problems.map(({ range }) => document.getText(range)).sort();
    assert.deepEqual(places, ['"many"', '"toppK"']);
  });

  it('complete what their schema has, and say what it is', async () => {
    const document = await openRequest({ generationConfig: {} });
    const text = document.getText();
    const inside = document.positionAt(text.indexOf('"generationConfig": {') + 21);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      inside,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('stopSequences'), labels.join());
    const hovers = await vscode.commands.executeCommand<readonly vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(text.indexOf('"contents"') + 2),
    );
    const told = hovers.flatMap(({ contents }) => contents as readonly vscode.MarkdownString[]);
    assert.match(told.map(({ value }) => value).join(), /oldest turn first/);
  });
});
