import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/event';
import { isPartFile } from '../../catalog/documentSchemas';
import { PART_SCHEME } from '../../catalog/ids';
import type { PartFile } from '../../conversation/model/settings';
import { parsePartPath, type PartEditor, partPath } from '../../conversation/request/partContent';

export class PartEditors implements Disposable {
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened, closed, changed }) => {
      const parts = [...opened, ...closed, ...changed].flatMap((tab) => partOf(tab) ?? []);
      for (const id of new Set(parts.map(({ conversation }) => conversation))) {
        this.#changed.fire(id);
      }
    });
  }

  of(id: string): readonly PartEditor[] {
    return allTabs().flatMap((tab) => {
      const part = partOf(tab);
      return part?.conversation === id ? [{ file: part.file, isDirty: tab.isDirty }] : [];
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

export async function showPart(conversation: string, file: PartFile): Promise<void> {
  const uri = vscode.Uri.from({ scheme: PART_SCHEME, path: partPath(conversation, file) });
  const open = allTabs().find((tab) => {
    const part = partOf(tab);
    return part?.conversation === conversation && part.file === file;
  });
  const viewColumn = open?.group.viewColumn ?? vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(uri, { preview: false, viewColumn });
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

function partOf({
  input,
}: vscode.Tab): { readonly conversation: string; readonly file: PartFile } | undefined {
  if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== PART_SCHEME) return undefined;
  const { conversation, name } = parsePartPath(input.uri.path) ?? {};
  if (conversation === undefined || name === undefined || !isPartFile(name)) return undefined;
  return { conversation, file: name };
}
