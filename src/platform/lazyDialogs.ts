import * as vscode from 'vscode';
import { Emitter } from '../base/event';
import { labelText, plainText } from './plainText';
import type {
  CheckItem,
  InputOptions,
  LiveItem,
  LiveList,
  LiveState,
  PickItem,
  PickOptions,
  Prompts,
} from './prompts';

/** VS Code's own dialogs, which load with the first that is shown. */
export class LazyDialogs implements Prompts {
  async pick<T>(
    options: PickOptions,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    return await (await load()).pick(options, items);
  }

  async pickMany<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined> {
    return await (await load()).pickMany(options, items);
  }

  live<T>(): LiveList<T> {
    return new QuickPickList<T>();
  }

  async input(options: InputOptions): Promise<string | undefined> {
    return await (await load()).input(options);
  }

  async confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    return await (await load()).confirm(message, options);
  }

  async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    return await (await load()).notify(level, message, ...actions);
  }
}

async function load(): Promise<Omit<Prompts, 'live'>> {
  const { Dialogs } = await import('./dialogs');
  return new Dialogs();
}

type Row<T> = vscode.QuickPickItem & { readonly item: LiveItem<T> };

/** A live list as a QuickPick that does not close when another window or the browser takes the focus. */
class QuickPickList<T> implements LiveList<T> {
  readonly #pick = vscode.window.createQuickPick<Row<T>>();
  readonly #chosen = new Emitter<{ readonly value: T; readonly text: string }>();
  readonly #typed = new Emitter<string>();
  readonly #dismissed = new Emitter<void>();
  #isOpen = false;
  readonly onDidChoose = this.#chosen.event;
  readonly onDidType = this.#typed.event;
  readonly onDidDismiss = this.#dismissed.event;

  constructor() {
    const pick = this.#pick;
    pick.ignoreFocusOut = true;
    pick.keepScrollPosition = true;
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row) this.#chosen.fire({ value: row.item.value, text: pick.value });
    });
    pick.onDidChangeValue((text) => this.#typed.fire(text));
    pick.onDidHide(() => {
      if (!this.#isOpen) return;
      this.#isOpen = false;
      this.#dismissed.fire();
    });
  }

  update({ title, placeholder, step, isBusy, items }: LiveState<T>): void {
    const pick = this.#pick;
    pick.title = plainText(title);
    pick.placeholder = placeholder === undefined ? undefined : plainText(placeholder);
    pick.step = step?.[0];
    pick.totalSteps = step?.[1];
    pick.busy = isBusy;
    const [current] = pick.activeItems;
    const active = current ? pick.items.indexOf(current) : -1;
    pick.items = items.map(toRow);
    const wanted = pick.items.find(({ item }) => item.active) ?? pick.items[active];
    if (wanted) pick.activeItems = [wanted];
    if (this.#isOpen) return;
    this.#isOpen = true;
    pick.show();
  }

  clear(): void {
    this.#pick.value = '';
  }

  dispose(): void {
    this.#isOpen = false;
    this.#pick.dispose();
    this.#chosen.dispose();
    this.#typed.dispose();
    this.#dismissed.dispose();
  }
}

function toRow<T>(item: LiveItem<T>): Row<T> {
  const { label, description, detail, icon } = item;
  return {
    item,
    label: labelText(label),
    alwaysShow: true,
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    ...(description === undefined ? {} : { description: labelText(description) }),
    ...(detail === undefined ? {} : { detail: labelText(detail) }),
  };
}
