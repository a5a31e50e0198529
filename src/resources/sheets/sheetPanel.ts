import { Throttle } from '../../base/async';
import * as vscode from 'vscode';
import { type Clock, systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import { SHEET_PANEL } from '../../catalog/ids';
import type { Host } from '../../platform/host';
import { openPanel, panelHtml, renamePanel } from '../../platform/panel';
import type { OpenSheet, Sheet, SheetAction, Sheets } from '../../platform/sheet';
import { serve } from '../../webview/rpc';
import { cleanSheet } from './cleanSheet';
import { type SheetEvent, sheetProtocol } from './protocol';

export function createSheets(host: Host): Sheets & Disposable {
  const open = new Map<string, SheetPanel>();
  return {
    open(key, sheet, onAction, onClose) {
      const content = { sheet, onAction, onClose };
      const parts = { host, clock: systemClock, onGone: () => void open.delete(key) };
      const panel = open.get(key) ?? new SheetPanel(parts, content);
      open.set(key, panel);
      return panel.show(content);
    },
    dispose() {
      for (const panel of Array.from(open.values())) panel.dispose();
    },
  };
}

/** Debounce in ms, because running work may change a sheet many times per second. */
const PAUSE = 60;
interface SheetDeps {
  readonly host: Host;
  readonly clock: Clock;
  readonly onGone: () => void;
}

interface SheetContent {
  readonly sheet: Sheet;
  readonly onAction: (action: SheetAction) => Promise<void>;
  readonly onClose: (() => void) | undefined;
}

/** An editor tab with one sheet. Not restored after a window reload, because its content is a snapshot. */
class SheetPanel implements Disposable {
  readonly #parts: SheetDeps;
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables = new DisposableStore();
  /** Running actions. A second click on a running action is ignored. */
  readonly #running = new Set<string>();
  #content: SheetContent;
  #sheet: Sheet;
  /** VS Code destroys a hidden page and reloads it when visible. */
  #ready = false;
  readonly #posts: Throttle;
  #isClosed = false;

  constructor(parts: SheetDeps, content: SheetContent) {
    const { host } = parts;
    const { extensionUri } = host.context;
    this.#parts = parts;
    this.#content = content;
    this.#posts = new Throttle(parts.clock, PAUSE, () => this.#post());
    this.#sheet = content.sheet;
    const panel = openPanel(SHEET_PANEL, this.#sheet.title, vscode.ViewColumn.Active, extensionUri);
    this.#panel = panel;
    panel.onDidDispose(() => this.#onGone());
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#ready = false;
    });
    const port = {
      post: (message: unknown) => void panel.webview.postMessage(message),
      onMessage: (listener: (message: unknown) => void) =>
        panel.webview.onDidReceiveMessage(listener),
    };
    this.#disposables.add(
      serve(
        port,
        sheetProtocol,
        {
          ready: async () => this.#onReady(),
          act: (action) => this.#act(action),
        },
        (reason) => host.log.warn(`sheet: a message was dropped: ${reason}`),
        (call, error) => host.log.warn(`sheet: ${call}: ${errorMessage(error)}`),
      ),
    );
    panel.webview.html = panelHtml({
      webview: panel.webview,
      extensionUri,
      title: panel.title,
      script: 'sheet.js',
      style: 'sheet.css',
    });
  }

  /** Shows other content and focuses the tab. Deactivates the previous content's handle. */
  show(content: SheetContent): OpenSheet {
    const former = this.#content;
    if (former !== content) {
      this.#content = content;
      former.onClose?.();
      this.#update(content.sheet);
      this.#panel.reveal();
    }
    const isShown = (): boolean => !this.#isClosed && this.#content === content;
    return {
      update: (sheet) => {
        if (isShown()) this.#update(sheet);
      },
      get isClosed() {
        return !isShown();
      },
    };
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #update(sheet: Sheet): void {
    this.#sheet = sheet;
    renamePanel(this.#panel, sheet.title);
    this.#posts.trigger();
  }

  #onReady(): void {
    this.#ready = true;
    this.#post();
  }

  #onGone(): void {
    this.#isClosed = true;
    this.#posts.dispose();
    this.#disposables.dispose();
    this.#parts.onGone();
    this.#content.onClose?.();
  }

  /** VS Code would queue messages to a hidden page and deliver them late. */
  #post(): void {
    if (!this.#ready || this.#isClosed) return;
    const event: SheetEvent = { name: 'sheet', sheet: cleanSheet(this.#sheet) };
    void this.#panel.webview.postMessage({ kind: 'event', ...event });
  }

  async #act(action: SheetAction): Promise<void> {
    if (this.#running.has(action.action)) return;
    this.#running.add(action.action);
    try {
      await this.#content.onAction(action);
    } catch (error) {
      // Not awaited, because the user may retry the action before closing the message.
      void this.#parts.host.report('sheet', error);
    } finally {
      this.#running.delete(action.action);
    }
  }
}
