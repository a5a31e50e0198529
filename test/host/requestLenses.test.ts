import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatRequestFile } from '../../src/console/requestFile';
import { EMULATOR_ID } from '../../src/service/connection';
import { closeEditors } from './support/consoleDocuments';
import { activated, resetConnections } from './support/extension';

const REQUEST = formatRequestFile({
  operation: 'models.get',
  version: 'v1',
  path: { name: 'models/x' },
  query: {},
});

/** The commands above a document, with their titles. */
async function lensesOf(language: string, content: string) {
  const { uri } = await vscode.workspace.openTextDocument({ language, content });
  // All of them resolved.
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.map(({ command, range }) => ({
    id: command?.command,
    title: command?.title,
    line: range.start.line,
  }));
}

describe('the lines above a request', () => {
  before(async () => {
    await resetConnections();
    const { services } = await activated();
    await services.connections.activate(EMULATOR_ID);
  });
  after(async () => {
    await closeEditors();
    await resetConnections();
  });

  it('are there for each request document, and name the connection', async () => {
    for (const language of ['json', 'jsonc']) {
      const lenses = await lensesOf(language, REQUEST);
      assert.deepEqual(
        lenses.map(({ id }) => id),
        [
          'generativeLanguage.sendRequest',
          'generativeLanguage.copyAsCurl',
          'generativeLanguage.compareVersions',
          'generativeLanguage.switchConnection',
        ],
      );
      assert.deepEqual(new Set(lenses.map(({ line }) => line)), new Set([0]));
      assert.equal(lenses[3]?.title, 'on Built-in Emulator');
    }
  });

  it('are not there for any other document', async () => {
    assert.deepEqual(await lensesOf('json', '{"$schema":"https://json.schemastore.org/x"}'), []);
    assert.deepEqual(await lensesOf('plaintext', REQUEST), []);
  });
});
