import * as vscode from 'vscode';
import { labelText, messageText, plainText } from './plainText';
import type { InputOptions, PickItem, Prompts } from './prompts';

/** A separator has no item. */
type Entry<T> = vscode.QuickPickItem & { readonly item?: PickItem<T> };

/** Prompts as VS Code's own dialogs. Texts from elsewhere can't draw icons or links in them. */
export class Dialogs implements Omit<Prompts, 'live'> {
  async pick<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const pick = vscode.window.createQuickPick<Entry<T>>();
    pick.title = options.title;
    pick.placeholder = options.placeholder;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        pick.onDidAccept(() => {
          const [chosen] = pick.selectedItems;
          if (chosen?.item) resolve(chosen.item.value);
        });
        pick.onDidHide(() => resolve(undefined));
        pick.busy = true;
        pick.show();
        Promise.resolve(items).then((arrived) => {
          pick.items = arrived.flatMap(toEntries);
          const active = pick.items.filter(({ item }) => item?.active);
          // Without any, the first row stays the one that Enter takes.
          if (active.length > 0) pick.activeItems = active;
          pick.busy = false;
        }, reject);
      });
    } finally {
      pick.dispose();
    }
  }

  async input(options: InputOptions): Promise<string | undefined> {
    const { validate } = options;
    return await vscode.window.showInputBox({
      title: options.title,
      ignoreFocusOut: true,
      password: options.password ?? false,
      ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
      ...(options.placeholder === undefined ? {} : { placeHolder: options.placeholder }),
      ...(options.value === undefined ? {} : { value: options.value }),
      ...(validate ? { validateInput: (value: string) => validate(value) } : {}),
    });
  }

  async confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    const { detail, actions } = options;
    const modal = { modal: true, ...(detail === undefined ? {} : { detail }) };
    return await vscode.window.showWarningMessage(plainText(message), modal, ...actions);
  }

  async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    const text = messageText(message);
    if (level === 'info') return await vscode.window.showInformationMessage(text, ...actions);
    if (level === 'warning') return await vscode.window.showWarningMessage(text, ...actions);
    return await vscode.window.showErrorMessage(text, ...actions);
  }
}

function toEntries<T>(item: PickItem<T>): readonly Entry<T>[] {
  const { label, description, detail, icon, separator } = item;
  const entry: Entry<T> = {
    item,
    label: labelText(label),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    ...(description === undefined ? {} : { description: labelText(description) }),
    ...(detail === undefined ? {} : { detail: labelText(detail) }),
  };
  if (separator === undefined) return [entry];
  return [{ label: separator, kind: vscode.QuickPickItemKind.Separator }, entry];
}
