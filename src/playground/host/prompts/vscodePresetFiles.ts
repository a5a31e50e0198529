import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, errorCode } from '../../../base/errors';
import { plainText } from '../../../platform/plainText';
import { PRESET_FOLDER } from '../../../conversation/store/jsonFileStore';
import { PROMPT_ENDING, promptFileName } from '../../../conversation/model/promptFile';
import type { Preset, PresetFiles } from './presets';
import { findPromptFiles } from './vscodePromptFiles';

export class VscodePresetFiles implements PresetFiles {
  readonly #global: vscode.Uri;

  constructor(globalStorage: vscode.Uri) {
    this.#global = vscode.Uri.joinPath(globalStorage, PRESET_FOLDER);
  }

  async list(): Promise<readonly Preset[]> {
    const [own, found] = await Promise.all([
      this.#names(),
      vscode.workspace.isTrusted && vscode.workspace.workspaceFolders ? findPromptFiles() : [],
    ]);
    const { language } = vscode.env;
    const byName = (one: string, other: string): number => one.localeCompare(other, language);
    return [
      ...own.toSorted(byName).map((name) => this.#preset(name)),
      ...found
        .map((uri) => ({ uri: uri.toString(), isGlobal: false, folder: folderOf(uri) }))
        .toSorted((one, other) => byName(one.folder + one.uri, other.folder + other.uri)),
    ];
  }

  places(fileName: string): readonly (Preset & { readonly label: string })[] {
    const { isTrusted, workspaceFolders = [] } = vscode.workspace;
    return [
      { ...this.#preset(fileName), label: l10n.t('All workspaces') },
      ...(isTrusted ? workspaceFolders : []).map(({ name, uri }) => ({
        uri: vscode.Uri.joinPath(uri, 'prompts', fileName).toString(),
        isGlobal: false,
        label: plainText(name),
        folder: 'prompts',
      })),
    ];
  }

  /** As an edit of VS Code, so that open conversations of the file are notified. */
  async rename(from: string, to: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(vscode.Uri.parse(from, true), vscode.Uri.parse(to, true));
    if (await vscode.workspace.applyEdit(edit)) return;
    throw new AppError('notRenamed', l10n.t('Couldn’t rename {0}.', promptFileName(from)));
  }

  async delete(uri: string): Promise<void> {
    await vscode.workspace.fs.delete(vscode.Uri.parse(uri, true));
  }

  #preset(name: string): Preset {
    return { uri: vscode.Uri.joinPath(this.#global, name).toString(), isGlobal: true };
  }

  async #names(): Promise<readonly string[]> {
    try {
      const entries = await vscode.workspace.fs.readDirectory(this.#global);
      return entries.flatMap(([name]) => (name.endsWith(PROMPT_ENDING) ? name : []));
    } catch (error) {
      // The folder is created with the first preset.
      if (errorCode(error) === 'ENOENT') return [];
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return [];
      throw error;
    }
  }
}

function folderOf(uri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(uri);
  return plainText(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}
