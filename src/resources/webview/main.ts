import * as l10n from '@vscode/l10n';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import { type Caller, connect, type Port } from '../../webview/rpc';
import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import { sheetProtocol, type SheetProtocol } from '../sheets/protocol';
import { type BlockView, make, type ViewContext } from './elements';
import { ChartView } from './chartView';
import { buttonsView, factsView, findingsView, headingView, textView } from './blocks';
import './sheet.css';
import { type TableState, TableView } from './tableView';

/** The page of a sheet: draws what the host sends, and keeps what the user did while that changes. */
class App {
  readonly element = make('main');
  readonly #status = make('div', { class: 'visually-hidden', role: 'status' });
  readonly #blocks = make('div', { class: 'blocks' });
  readonly #caller: Caller<SheetProtocol>;
  readonly #context: ViewContext;
  readonly #save: (saved: Saved) => void;
  readonly #tables = new Map<string, TableView>();
  #saved: Saved;
  #views = new Map<string, BlockView<never>>();
  #isBusy = false;

  constructor(port: Port, saved: Saved, save: (saved: Saved) => void) {
    this.#saved = saved;
    this.#save = save;
    this.#caller = connect(port, sheetProtocol, ({ sheet }) => this.#show(sheet));
    this.#context = {
      // The host tells the user what went wrong.
      act: (action, rows) => void this.#caller.call('act', { action, rows }).catch(() => undefined),
      onDidChange: () => this.keep(),
    };
    const bar = make('div', { class: 'progress', 'aria-hidden': 'true' });
    this.element.append(bar, this.#blocks, this.#status);
  }

  start(): void {
    void this.#caller.call('ready', undefined).catch(() => undefined);
  }

  /** Notes what a hidden page would lose. */
  keep(): void {
    const tables: { [id: string]: TableState } = {};
    for (const [id, table] of this.#tables) tables[id] = table.state;
    this.#saved = { tables, scroll: window.scrollY };
    this.#save(this.#saved);
  }

  #show(sheet: Sheet): void {
    const isFirst = this.#views.size === 0;
    const counts = new Map<string, number>();
    const views = new Map<string, BlockView<never>>();
    for (const block of sheet.blocks) {
      const count = counts.get(block.kind) ?? 0;
      counts.set(block.kind, count + 1);
      const key = block.kind === 'table' ? `table ${block.id}` : `${block.kind} ${count}`;
      const view = this.#views.get(key) ?? this.#viewFor(block);
      view.show(block as never);
      views.set(key, view);
    }
    this.#views = views;
    const elements = [...views.values()].map(({ element }) => element);
    for (const [at, element] of elements.entries()) {
      // Moved only where it must be: what moves loses the focus.
      const there = this.#blocks.children[at] ?? null;
      if (there !== element) this.#blocks.insertBefore(element, there);
    }
    while (this.#blocks.children.length > elements.length) this.#blocks.lastChild?.remove();
    this.#showBusy(sheet.isBusy ?? false);
    if (isFirst) window.scrollTo(0, this.#saved.scroll);
  }

  #showBusy(isBusy: boolean): void {
    this.element.setAttribute('aria-busy', String(isBusy));
    this.#status.textContent = this.#isBusy && !isBusy ? l10n.t('Finished.') : '';
    this.#isBusy = isBusy;
  }

  #viewFor(block: SheetBlock): BlockView<never> {
    switch (block.kind) {
      case 'heading':
        return headingView();
      case 'text':
        return textView();
      case 'facts':
        return factsView();
      case 'findings':
        return findingsView(this.#context);
      case 'buttons':
        return buttonsView(this.#context);
      case 'chart':
        return new ChartView();
      case 'table': {
        const table = new TableView(this.#context, block.id, this.#saved.tables[block.id]);
        this.#tables.set(block.id, table);
        return table;
      }
    }
  }
}

// Before the first text: the translations are in it.
pageData();
const app = new App(hostPort, savedIn(vscodePage.getState()), (saved) =>
  vscodePage.setState(saved),
);
(document.getElementById('root') ?? document.body).append(app.element);
window.addEventListener('scrollend', () => app.keep());
app.start();

/** What a page keeps while it is hidden. */
interface Saved {
  /** By the tables' ids. */
  readonly tables: { readonly [id: string]: TableState };
  /** In pixels. */
  readonly scroll: number;
}

/** Our own, as it was saved; nothing where nothing was. */
function savedIn(state: unknown): Saved {
  return (state as Saved | undefined) ?? { tables: {}, scroll: 0 };
}
