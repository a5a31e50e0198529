import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { requirePlainFile } from '../platform/safeFiles';
import { DebugLeading, type DebugLeadingDeps } from './debugRouting';

type DebugProviderDeps = Pick<
  DebugLeadingDeps,
  'log' | 'prompts' | 'report' | 'start' | 'switches'
>;

export function debugProvider(deps: DebugProviderDeps): Disposable {
  const leading = new DebugLeading({
    ...deps,
    inherited: process.env,
    readText: textOf,
    folders: () => (vscode.workspace.workspaceFolders ?? []).map(placeOf),
    folderAt: (path) => placeOf(vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))),
    openConfigurations: () =>
      vscode.commands.executeCommand('workbench.action.openWorkspaceConfigFile'),
  });
  return vscode.debug.registerDebugConfigurationProvider('*', {
    resolveDebugConfigurationWithSubstitutedVariables: (folder, configuration) =>
      leading.resolve(placeOf(folder), configuration),
  });
}

function placeOf<F extends vscode.WorkspaceFolder | undefined>(folder: F) {
  return folder && { uri: folder.uri.toString() };
}

async function textOf(path: string): Promise<string> {
  await requirePlainFile(path);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
}
