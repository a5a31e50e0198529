import * as vscode from 'vscode';
import type { PlaygroundPanel } from '../../../src/playground/host/panel';
import { resetConnections } from './extension';
import { openPlayground, startTestEmulator } from './playground';

/** What a suite with a playground of its own for each test has. */
export interface FreshPlayground {
  /** That of the test that runs. */
  readonly panel: PlaygroundPanel;
}

/** Gives a suite an emulator, and each of its tests a new playground on it. */
export function useFreshPlayground(): FreshPlayground {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let panel: PlaygroundPanel;
  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
  });
  beforeEach(async () => {
    panel = await openPlayground();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await emulator.close();
    await resetConnections();
  });
  return {
    get panel() {
      return panel;
    },
  };
}
