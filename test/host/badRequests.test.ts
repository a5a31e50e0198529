import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatRequestFile } from '../../src/console/requestFile';
import { FakePrompts } from '../fakes/prompts';
import { closeEditors, rewrite, shownAnswer } from './support/consoleDocuments';
import type { EmulatorControl } from './support/consoleEmulator';
import { resetConnections, withPrompts } from './support/extension';
import { useWindowEmulator } from './support/windowEmulator';

const body = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] };
const good = {
  ...({ operation: 'models.generateContent', version: 'v1beta', query: {} } as const),
  path: { model: 'models/emulator-flash' },
  body,
};

// Every mark: test/unit/console/sendActive.test.ts.
describe('bad requests in the console', () => {
  let emulator: EmulatorControl;

  before(async () => {
    emulator = await useWindowEmulator();
  });
  after(async () => {
    await closeEditors();
    await resetConnections();
  });

  it('are marked at their lines until they are sent right', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{}' });
    await vscode.window.showTextDocument(document);
    const send = async (request: Parameters<typeof formatRequestFile>[0]) => {
      await rewrite(document, formatRequestFile(request));
      await withPrompts(new FakePrompts(), async () => {
        await vscode.commands.executeCommand('generativeLanguage.sendRequest');
      });
      return vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ source }) => source === 'Gemini API')
        .map(({ range }) => document.lineAt(range.start.line).text.trim());
    };
    const generationConfig = { topk: 1, topP: 'most' };
    const marked = await send({ ...good, body: { ...body, generationConfig } });
    assert.deepEqual(marked, ['"topk": 1,', '"topP": "most"']);
    assert.match((await shownAnswer()).about[0] ?? '', /^400 /);
    await emulator.forget();
    const elsewhere = await send({ ...good, path: { model: 'corpora/a' } });
    assert.deepEqual(elsewhere, ['"model": "corpora/a"']);
    // The tree may send requests too.
    const sent = (await emulator.seen()).filter(({ operation }) => operation === good.operation);
    assert.deepEqual(sent, []);
    assert.deepEqual(await send(good), []);
    assert.match((await shownAnswer()).about[0] ?? '', /^200 OK/);
  });
});
