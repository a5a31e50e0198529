import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { Log } from '../platform/log';
import type { Report } from '../platform/report';
import { requirePlainFile } from '../platform/safeFiles';
import { withEnvironment } from './debugEnvironment';
import type { TerminalSwitches } from './terminalSwitches';

export interface DebugProviderDeps {
  readonly switches: Pick<TerminalSwitches, 'isOn' | 'environmentOf'>;
  /** Starts the emulator where it does not run, and lets it know all of a folder, by its address. */
  readonly start: (uri: string) => Promise<unknown>;
  readonly report: Report;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Leads what is debugged in a folder that is on to the emulator. Debuggers' own providers go before it, so that it sees
 * what they make of a configuration.
 */
export function debugProvider(deps: DebugProviderDeps): Disposable {
  const { switches, start, report, log } = deps;
  return vscode.debug.registerDebugConfigurationProvider('*', {
    async resolveDebugConfigurationWithSubstitutedVariables(folder, configuration) {
      const uri = folderOf(folder)?.uri.toString();
      if (uri === undefined || !switches.isOn({ uri })) return configuration;
      try {
        await start(uri);
      } catch (error) {
        // Not debugged then: without the emulator it would be the real service that is called.
        void report('debugging', error);
        return undefined;
      }
      const environment = switches.environmentOf({ uri }) ?? {};
      const readText = async (path: string): Promise<string | undefined> => {
        try {
          return await textOf(path);
        } catch (error) {
          // The debugger says so itself, in its own words.
          log.warn(`debugging: ${errorMessage(error)}`);
          return undefined;
        }
      };
      const led = await withEnvironment(configuration, environment, process.env, readText);
      log.info(`debugging: ${configuration.type} ${led === configuration ? 'as it is' : 'led'}`);
      return led;
    },
  });
}

/** A window with one folder debugs that, also where VS Code does not say so. */
function folderOf(folder: vscode.WorkspaceFolder | undefined): vscode.WorkspaceFolder | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folder ?? (folders.length === 1 ? folders[0] : undefined);
}

async function textOf(path: string): Promise<string> {
  await requirePlainFile(path, vscode.l10n);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
}
