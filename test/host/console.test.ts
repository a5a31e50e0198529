import * as vscode from 'vscode';
import type { Prompts } from '../../src/platform/prompts';
import type { OperationId } from '../../src/api/operations';
import { runOnce, type ConsoleWindow } from '../unit/console/running';
import { activeRequest, closeEditors, parseRequest, shownAnswer } from './support/consoleDocuments';
import { activated, resetConnections, withPrompts } from './support/extension';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, prompts: Prompts) =>
  withPrompts(prompts, async () => {
    await vscode.commands.executeCommand(`generativeLanguage.${name}`);
  });

/**
 * What a window does differently: it answers without a document, streams, asks first, and takes a file. Many
 * operations: test/unit/console/operations.test.ts.
 */
const SHOWN: readonly OperationId[] = [
  'models.get',
  'models.streamGenerateContent',
  'tunedModels.delete',
  'media.upload',
];

describe('the console', () => {
  let window: ConsoleWindow;

  before(async () => {
    const emulator = await useWindowEmulator();
    const { services } = await activated();
    // Every answer comes beside something.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    window = {
      emulator,
      traffic: services.traffic,
      connection: 'Built-in Emulator',
      run: async (prompts) => {
        const open = activeRequest();
        await run('runOperation', prompts);
        const document = activeRequest();
        return document && document !== open ? parseRequest(document) : undefined;
      },
      send: (prompts) => run('sendRequest', prompts),
      about: async () => (await shownAnswer()).about,
    };
  });
  after(async () => {
    await closeEditors();
    await resetConnections();
  });

  for (const operation of SHOWN) {
    it(`runs ${operation}`, () => runOnce(window, { operation, version: 'v1beta' }));
  }
});
