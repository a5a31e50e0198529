import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import { SHEET_PANEL } from '../../catalog/ids';
import type { Host } from '../../platform/host';
import { panelHtml, panelOptions } from '../../platform/panel';
import type { OpenSheet, Sheet, SheetAction } from '../../platform/sheet';
import { serve } from '../../webview/rpc';
import { cleanSheet } from './cleanSheet';
import { sheetProtocol, type SheetEvent } from './protocol';
import { sheetStrings } from './sheetStrings';

/** Milliseconds from a change to its showing: work that goes on may change a sheet many times a second. */
const PAUSE = 60;
/** Longest title of a tab, in UTF-16 units. */
const TITLE_LENGTH = 80;

export interface SheetParts {
  readonly host: Host;
  readonly clock: Clock;
  readonly sheet: Sheet;
  readonly onAction: (action: SheetAction) => Promise<void>;
  readonly onClose: (() => void) | undefined;
  /** The tab is closed. */
  readonly onGone: () => void;
}

/**
 * A tab of the editor area with one sheet. It is gone after a reload of the window: what it shows was read
 * for that moment.
 */
export class SheetPanel implements OpenSheet, Disposable {
  readonly #parts: SheetParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables = new DisposableStore();
  /** Actions that run: a second click on the same waits for nothing and does nothing. */
  readonly #running = new Set<string>();
  #sheet: Sheet;
  #onAction: SheetParts['onAction'];
  #onClose: SheetParts['onClose'];
  /** A hidden page is gone; when it comes back it loads anew. */
  #ready = false;
  #timer: Disposable | undefined;
  isClosed = false;

  constructor(parts: SheetParts) {
    const { host, sheet } = parts;
    const { extensionUri } = host.context;
    this.#parts = parts;
    this.#sheet = cleanSheet(sheet);
    this.#onAction = parts.onAction;
    this.#onClose = parts.onClose;
    this.#panel = vscode.window.createWebviewPanel(
      SHEET_PANEL,
      tabTitle(this.#sheet),
      vscode.ViewColumn.Active,
      panelOptions(extensionUri),
    );
    const panel = this.#panel;
    panel.onDidDispose(() => {
      this.isClosed = true;
      this.#timer?.dispose();
      this.#disposables.dispose();
      parts.onGone();
      this.#onClose?.();
    });
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
      script: 'sheet.js',
      style: 'sheet.css',
      title: tabTitle(this.#sheet),
      data: { strings: sheetStrings(vscode.l10n) },
    });
  }

  update(sheet: Sheet): void {
    if (this.isClosed) return;
    this.#sheet = cleanSheet(sheet);
    const title = tabTitle(this.#sheet);
    if (this.#panel.title !== title) this.#panel.title = title;
    this.#timer ??= this.#parts.clock.schedule(PAUSE, () => {
      this.#timer = undefined;
      this.#post();
    });
  }

  /** Shows another sheet here, and brings the tab to the front. Whoever showed the former is told that it is gone. */
  reuse(sheet: Sheet, onAction: SheetParts['onAction'], onClose: SheetParts['onClose']): void {
    const former = this.#onClose;
    this.#onAction = onAction;
    this.#onClose = onClose;
    former?.();
    this.update(sheet);
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #onReady(): void {
    this.#ready = true;
    this.#post();
  }

  /** VS Code would keep what is posted to a hidden page, and deliver it late. */
  #post(): void {
    if (!this.#ready || this.isClosed) return;
    const event: SheetEvent = { name: 'sheet', sheet: this.#sheet };
    void this.#panel.webview.postMessage({ kind: 'event', ...event });
  }

  async #act(action: SheetAction): Promise<void> {
    if (this.#running.has(action.action)) return;
    this.#running.add(action.action);
    try {
      await this.#onAction(action);
    } catch (error) {
      await this.#parts.host.report('sheet', error);
    } finally {
      this.#running.delete(action.action);
    }
  }
}

function tabTitle({ title }: Sheet): string {
  return title.slice(0, TITLE_LENGTH);
}
