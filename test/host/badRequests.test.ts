import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formatRequestFile } from '../../src/console/requestFile';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { closeEditors, rewrite, shownAnswer } from './support/consoleDocuments';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';

const body = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] };
const good = {
  ...({ operation: 'models.generateContent', version: 'v1beta', query: {} } as const),
  ...{ path: { model: 'models/emulator-flash' }, body },
};

// Every mark: test/unit/console/sendActive.test.ts.
describe('bad requests in the console', () => {
  let emulator: EmulatorControl;

  before(async () => {
    await resetConnections();
    const { services } = await activated();
    emulator = new EmulatorControl(await services.emulator.start());
    await emulator.setPace('at once');
    await services.connections.activate(EMULATOR_ID);
  });
  after(async () => {
    await closeEditors();
    await emulator.setPace('usual');
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
