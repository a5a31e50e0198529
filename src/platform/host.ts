import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../base/async';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import { type Log, OutputLog } from './log';
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
import { createReport, type FindFixes, type Report } from './report';
import { remoteHostOf, type System, vscodeSystem } from './system';
import type { LiveText, TextDocuments } from './textDocuments';
import type { VscodeTextDocuments } from './vscodeTextDocuments';

/** VS Code services for all modules, created once at activation. */
export interface Host {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  /** Returns the last log lines from level `info`, oldest first. */
  readonly recentLog: () => readonly string[];
  readonly prompts: Prompts;
  readonly system: System;
  readonly documents: TextDocuments;
  /** Logs and shows an error with fixes. Doesn't show cancellations. */
  readonly report: Report;
  readonly redact: (text: string) => string;
}

/**
 * Creates the VS Code services. `redact` removes secrets from texts, `fixesFor` finds error buttons,
 * `scheme` is the URI scheme of read-only texts.
 * @param disposables receives resources to release, the log last.
 */
export function createHost(
  context: vscode.ExtensionContext,
  disposables: Pick<DisposableStore, 'add'>,
  scheme: string,
  redact: (text: string) => string,
  fixesFor: FindFixes,
): Host {
  const log = disposables.add(new OutputLog('Gemini API', redact));
  const prompts = new LazyDialogs();
  const documents = disposables.add(new LazyTextDocuments(scheme));
  const report = createReport(log, prompts, fixesFor, redact);
  const recentLog = (): readonly string[] => log.recent;
  const system = { ...vscodeSystem, remoteHost: remoteHostOf(context.extension) };
  return { context, log, recentLog, prompts, system, documents, report, redact };
}

/** Loads the dialogs on first use. */
class LazyDialogs implements Prompts {
  async pick<T>(
    options: PickOptions<T>,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    return await (await loadDialogs()).pick(options, items);
  }

  async pickMany<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined> {
    return await (await loadDialogs()).pickMany(options, items);
  }

  live<T>(): LiveList<T> {
    return new QuickPickList<T>();
  }

  async input(options: InputOptions): Promise<string | undefined> {
    return await (await loadDialogs()).input(options);
  }

  async confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    return await (await loadDialogs()).confirm(message, options);
  }

  async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    return await (await loadDialogs()).notify(level, message, ...actions);
  }
}

async function loadDialogs(): Promise<Omit<Prompts, 'live'>> {
  const { Dialogs } = await import('./dialogs');
  return new Dialogs();
}

type Row<T> = vscode.QuickPickItem & { readonly item: LiveItem<T> };

/** A live list as a QuickPick that stays open without focus. */
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

/** Read-only documents with their own URI scheme. Loads the implementation on first use. */
export class LazyTextDocuments implements TextDocuments, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #load: () => Promise<VscodeTextDocuments>;

  constructor(scheme: string) {
    const changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
    let loaded: VscodeTextDocuments | undefined;
    this.#load = lazy(async () => {
      const { VscodeTextDocuments } = await import('./vscodeTextDocuments');
      loaded = this.#disposables.add(new VscodeTextDocuments(scheme, (uri) => changed.fire(uri)));
      return loaded;
    });
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: changed.event,
        // Unavailable, as after a reload, which restores editors but not their content.
        provideTextDocumentContent: (uri) =>
          loaded?.textOf(uri) ?? l10n.t('This text is no longer available. Run the command again.'),
      }),
    );
  }

  async show(text: LiveText, options?: { readonly beside?: boolean }): Promise<void> {
    await (await this.#load()).show(text, options);
  }

  async compare(left: LiveText, right: LiveText, title: string): Promise<void> {
    await (await this.#load()).compare(left, right, title);
  }

  async compareWith(left: LiveText, document: string, title: string): Promise<void> {
    await (await this.#load()).compareWith(left, document, title);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

const CALLS = [
  'stat',
  'readFile',
  'readDirectory',
  'writeFile',
  'createDirectory',
  'delete',
  'rename',
] as const;

export type FileCalls = Pick<vscode.FileSystemProvider, (typeof CALLS)[number]>;

export function registerLazyFiles(
  scheme: string,
  onDidChangeFile: Event<vscode.FileChangeEvent[]>,
  load: () => Promise<FileCalls>,
): vscode.Disposable {
  // The API doesn't report changes; a refresh finds them.
  const watch = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  const provider = { ...lazyFunctions(CALLS, load), onDidChangeFile, watch };
  return vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
}
