import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { requirePlainFile } from '../platform/safeFiles';
import { DebugRouting, type DebugRoutingDeps } from './debugRouting';

type DebugProviderDeps = Pick<
  DebugRoutingDeps,
  'log' | 'prompts' | 'report' | 'start' | 'switches'
>;

export function debugProvider(deps: DebugProviderDeps): Disposable {
  const leading = new DebugRouting({
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
