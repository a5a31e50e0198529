import * as vscode from 'vscode';
import { redactJson } from '../api/redact';
import { Throttle } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { CancelledError, errorMessage } from '../base/errors';
import { RUNS_PANEL } from '../catalog/ids';
import type { Host } from '../platform/host';
import { openPanel, panelHtml } from '../platform/panel';
import { type Handlers, serve } from '../webview/rpc';
import type { RunSourceBook } from './runFeed';
import { type Finding, findingsOf } from './runs/findings';
import type { Run } from './runs/run';
import { type RunsEvent, type RunsProtocol, runsProtocol } from './view/protocol';
import type { RemedyName } from './view/runViews';
import { readRequest } from './runs/digest';
import { findingId, runRow, runView } from './runs/runRows';
import { turnView } from './runs/turnView';

/** Time between updates of the page, in ms. */
const PACE = 60;

export interface RunsPanelDeps {
  readonly host: Pick<Host, 'context' | 'log' | 'report' | 'redact'>;
  readonly title: string;
  readonly note: string;
  readonly source: RunSourceBook;
  readonly open: (id: number) => Promise<void>;
  readonly compare: (id: number, before: number) => Promise<void>;
  readonly remedy: (what: RemedyName, finding: Finding) => Promise<void>;
  readonly onClose: () => void;
}

/** A panel with the runs of a window, or of a folder with recordings. */
export class RunsPanel implements Disposable {
  readonly #deps: RunsPanelDeps;
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables = new DisposableStore();
  readonly #posts: Throttle;
  readonly #changed = new Set<number>();
  /** Hidden pages are discarded and load again. */
  #isReady = false;
  /** Folder of the apps whose runs are shown. Undefined for all. */
  #folder: string | undefined;

  constructor(deps: RunsPanelDeps) {
    this.#deps = deps;
    const { host, title, source } = deps;
    const { extensionUri } = host.context;
    this.#panel = openPanel(RUNS_PANEL, title, vscode.ViewColumn.Active, extensionUri);
    const { webview } = this.#panel;
    this.#posts = this.#disposables.add(new Throttle(systemClock, PACE, () => this.#postChanges()));
    this.#disposables.add(source.onDidChange((ids) => this.#onChange(ids)));
    this.#panel.onDidChangeViewState(() => {
      if (!this.#panel.visible) this.#isReady = false;
    });
    this.#panel.onDidDispose(() => {
      this.#disposables.dispose();
      deps.onClose();
    });
    const port = {
      post: (message: unknown) => void webview.postMessage(message),
      onMessage: (listener: (message: unknown) => void) => webview.onDidReceiveMessage(listener),
    };
    this.#disposables.add(
      serve(
        port,
        runsProtocol,
        this.#handlers(),
        (reason) => host.log.warn(`runs: a message was dropped: ${reason}`),
        (call, error) => host.log.warn(`runs: ${call}: ${errorMessage(error)}`),
      ),
    );
    const files = { script: 'runs.js', style: 'runs.css' };
    webview.html = panelHtml({ webview, extensionUri, title: this.#panel.title, ...files });
  }

  get panel(): vscode.WebviewPanel {
    return this.#panel;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Shows the runs of apps of a folder, or all. */
  show(folder: string | undefined): void {
    this.#folder = folder;
    this.#panel.reveal();
    this.#postAll();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #handlers(): Handlers<RunsProtocol> {
    const { source, host } = this.#deps;
    const { book } = source;
    const { redact } = host;
    return {
      ready: async () => {
        this.#isReady = true;
        this.#postAll();
      },
      showAll: async () => {
        this.#folder = undefined;
        this.#postAll();
      },
      run: async ({ run: id }) => {
        const run = book.run(id);
        if (!run) return [];
        const view = runView(run);
        // Findings quote names from requests.
        return [{ ...view, findings: redactJson(view.findings, redact) }];
      },
      turn: async ({ turn: id }) => {
        if (book.turn(id)?.facts.isUnread) source.readFully(id);
        const turn = book.turn(id);
        const read = (one: number) => {
          const exchange = source.exchange(one);
          return exchange && readRequest(exchange);
        };
        const turnOf = (one: number) => book.turn(one);
        return turn ? [redactJson(turnView(turn, { turnOf, read }), redact)] : [];
      },
      open: async ({ what, turn: id }) => {
        const before = book.turn(id)?.before?.id;
        if (what === 'open') this.#do(() => this.#deps.open(id));
        else if (before !== undefined) this.#do(() => this.#deps.compare(id, before));
      },
      remedy: async ({ what, finding: wanted, run: id }) => {
        const run = book.run(id);
        const finding = run && findingsOf(run).find((one) => findingId(one) === wanted);
        if (finding) this.#do(() => this.#deps.remedy(what, finding));
      },
    };
  }

  /** Doesn't let the page wait, since dialogs may stay open. */
  #do(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!CancelledError.is(error)) void this.#deps.host.report('runs', error);
    });
  }

  #onChange(ids: readonly number[]): void {
    if (!this.#isReady) return;
    if (ids.length === 0) {
      this.#changed.clear();
      this.#postAll();
      return;
    }
    for (const id of ids) this.#changed.add(id);
    this.#posts.trigger();
  }

  #postAll(): void {
    const { source, note } = this.#deps;
    const rows = source.book.runs.filter((run) => this.#isShown(run)).map(runRow);
    this.#post({ name: 'runs', rows, note, folder: this.#folder ?? '' });
  }

  #isShown({ folder }: Run): boolean {
    return this.#folder === undefined || folder === this.#folder;
  }

  #postChanges(): void {
    const { book } = this.#deps.source;
    const ids = [...this.#changed];
    this.#changed.clear();
    const found = ids.flatMap((id) => book.run(id) ?? []);
    const rows = found.filter((run) => this.#isShown(run)).map(runRow);
    const removed = ids.filter((id) => !book.run(id));
    this.#post({ name: 'changed', rows, removed });
  }

  /** VS Code queues messages to hidden pages and delivers them late. */
  #post(event: RunsEvent): void {
    if (this.#isReady) void this.#panel.webview.postMessage({ kind: 'event', ...event });
  }
}
