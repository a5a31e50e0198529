import * as vscode from 'vscode';
import { sessionAddress } from '../../../src/service/folderSession';
import { EmulatorControl } from './consoleEmulator';
import { activated, resetConnections } from './extension';

/** The emulator of this window, in use and alone, with its seed and no rows of an earlier test. It answers at once. */
export async function useWindowEmulator(): Promise<EmulatorControl> {
  await resetConnections();
  await vscode.commands.executeCommand('generativeLanguage.useEmulator');
  const emulator = await windowEmulator();
  await emulator.reset();
  await vscode.commands.executeCommand('generativeLanguage.refresh');
  return emulator;
}

/**
 * The emulator of this window as it is, but for that it answers at once; starts it where it does not run.
 * @param session Each has a pace of its own; without one, that of the window's connection.
 */
export async function windowEmulator(session?: string): Promise<EmulatorControl> {
  const { services } = await activated();
  const address = await services.emulator.start();
  const own = session === undefined ? address : sessionAddress(address, session);
  const emulator = new EmulatorControl(own);
  await emulator.answerAtOnce();
  return emulator;
}
