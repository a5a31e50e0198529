import * as vscode from 'vscode';
import type { Prompts } from '../../src/platform/prompts';
import { EMULATOR_ID } from '../../src/service/connection';
import { runOnce, shapes, type ConsoleWindow } from '../unit/console/running';
import { activeRequest, closeEditors, parseRequest, shownAnswer } from './support/consoleDocuments';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';

const run = (name: string, prompts: Prompts) =>
  withPrompts(prompts, async () => {
    await vscode.commands.executeCommand(`generativeLanguage.${name}`);
  });

// Every operation: test/unit/console/everyOperation.test.ts.
describe('the console', () => {
  let window: ConsoleWindow;

  before(async () => {
    await resetConnections();
    const { services } = await activated();
    const emulator = new EmulatorControl(await services.emulator.start());
    await services.connections.activate(EMULATOR_ID);
    await emulator.setPace('at once');
    await emulator.reset();
    // Every answer comes beside something.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    window = {
      ...{ emulator, traffic: services.traffic, connection: 'Built-in Emulator' },
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
    const { emulator } = window;
    await closeEditors();
    await emulator.setPace('usual');
    await emulator.reset();
    await resetConnections();
  });

  for (const row of shapes) {
    it(`runs ${row.operation} in ${row.version}`, () => runOnce(window, row));
  }
});
