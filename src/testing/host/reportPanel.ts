import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Throttle } from '../../base/async';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { localTime } from '../../base/format';
import { isObject } from '../../base/json';
import { commandId } from '../../catalog/commands';
import { TEST_REPORT_PANEL } from '../../catalog/ids';
import { openPanel, panelHtml, panelOptions } from '../../platform/panel';
import { type Handlers, serve } from '../../webview/rpc';
import type { AttemptResult, CaseResult } from '../result';
import { type ReportEvent, type ReportProtocol, reportProtocol } from '../report/protocol';
import type { ReportRun, ReportState } from '../report/reportRun';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import { pathOf } from '../../platform/testItems';
import { findSavedExchange } from './savedExchange';
import { reportCell, reportDetail, reportMeans, reportRun, reportSums, rowOf } from './reportCells';
import type { JournalEvent, KeptRun } from './runJournal';

/** Interval of messages with results, in ms. */
const PACE = 150;

const OPENERS = {
  playground: 'openTestAnswer',
  json: 'showTestAnswer',
  exchange: 'showTestExchange',
} as const;

interface ReportPanelDeps {
  readonly host: TestingHost;
  readonly tests: PromptTests;
  /** Throws `CancelledError`. */
  readonly exportRun: (run: KeptRun) => Promise<void>;
  readonly labels: () => Promise<readonly { readonly id: string; readonly label: string }[]>;
}

/** The test report panel, one per window. Follows running tests. */
export class ReportPanel implements Disposable {
  readonly #deps: ReportPanelDeps;
  readonly #disposables = new DisposableStore();
  readonly #posts = this.#disposables.add(new Throttle(systemClock, PACE, () => this.#postCells()));
  #panel: vscode.WebviewPanel | undefined;
  /** Hidden pages are discarded and load again. */
  #isReady = false;
  /** The selected runs. Undefined: the latest with the one before. */
  #chosen: { readonly run: string; readonly before: string } | undefined;
  #shown = { run: '', before: '' };
  #newest: string | undefined;
  #cells: CaseResult[] = [];
  #count = 0;
  /**
   * Number of runs being read. New results are deferred during a read, because the page receives the
   * complete run first.
   */
  #reading = 0;

  constructor(deps: ReportPanelDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.tests.journal.onDidChange((event) => this.#follow(event)));
  }

  /** Shows the selected runs, by default the latest. Empty `before`: no comparison. */
  async show(chosen?: { readonly run: string; readonly before: string }): Promise<void> {
    this.#chosen = chosen;
    const panel = this.#panel;
    if (!panel) {
      const title = l10n.t('Test Report');
      const { extensionUri } = this.#deps.host.context;
      this.#adopt(openPanel(TEST_REPORT_PANEL, title, vscode.ViewColumn.Active, extensionUri));
      return;
    }
    panel.reveal();
    await this.#postAll();
  }

  restore(panel: vscode.WebviewPanel, state: unknown): void {
    if (isObject(state) && typeof state.run === 'string' && typeof state.before === 'string') {
      this.#chosen = { run: state.run, before: state.before };
    }
    panel.webview.options = panelOptions(this.#deps.host.context.extensionUri);
    this.#panel?.dispose();
    this.#adopt(panel);
  }

  get panel(): vscode.WebviewPanel | undefined {
    return this.#panel;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const { host } = this.#deps;
    const { webview } = panel;
    const opened = new DisposableStore();
    this.#panel = panel;
    this.#isReady = false;
    panel.onDidDispose(() => {
      opened.dispose();
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#isReady = false;
    });
    const port = {
      post: (message: unknown) => void webview.postMessage(message),
      onMessage: (listener: (message: unknown) => void) => webview.onDidReceiveMessage(listener),
    };
    opened.add(
      serve(
        port,
        reportProtocol,
        this.#handlers(),
        (reason) => host.log.warn(`test report: a message was dropped: ${reason}`),
        (call, error) => host.log.warn(`test report: ${call}: ${errorMessage(error)}`),
      ),
    );
    const { extensionUri } = host.context;
    webview.html = panelHtml({
      webview,
      extensionUri,
      title: panel.title,
      script: 'testReport.js',
      style: 'testReport.css',
    });
  }

  #handlers(): Handlers<ReportProtocol> {
    const { tests } = this.#deps;
    return {
      ready: async () => {
        this.#isReady = true;
        await this.#postAll();
      },
      choose: async (chosen) => {
        this.#chosen = chosen;
        await this.#postAll();
      },
      details: async ({ row }) => {
        const run = await this.#run();
        const { traffic } = this.#deps.host;
        const isKept = (attempt: AttemptResult): boolean =>
          findSavedExchange(traffic, attempt) !== undefined;
        return run.cases
          .filter((one) => rowOf(one) === row)
          .map((one) => reportDetail(one, isKept, pathOf));
      },
      open: async ({ what, id, repeat }) => {
        this.#do(() => this.#open(what, id, repeat));
      },
      rerun: async ({ which, ids }) => {
        this.#do(() => this.#rerun(which, new Set(ids)));
      },
      cancel: async () => tests.cancel(),
      export: async () => {
        this.#do(async () => this.#deps.exportRun(await this.#run()));
      },
    };
  }

  /** Doesn't let the page wait, since notifications may stay open. */
  #do(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!CancelledError.is(error)) void this.#deps.host.report('test report', error);
    });
  }

  async #open(what: 'case' | 'playground' | 'json' | 'exchange', id: string, repeat: number) {
    const { run } = this.#shown;
    const target = { run, case: id, repeat };
    if (what !== 'case') await vscode.commands.executeCommand(commandId(OPENERS[what]), target);
    else {
      const { cases } = await this.#run();
      const place = cases.find((one) => one.id === id)?.place;
      if (!place) return;
      const at = new vscode.Position(place.line - 1, place.column - 1);
      const selection = new vscode.Range(at, at);
      await vscode.window.showTextDocument(vscode.Uri.parse(place.uri, true), { selection });
    }
  }

  async #rerun(which: 'all' | 'failed' | 'these', ids: ReadonlySet<string>): Promise<void> {
    const { tests } = this.#deps;
    // Switches to the latest run, to show the new results.
    if (which !== 'all') this.#chosen = undefined;
    if (which === 'all') {
      const source = new vscode.CancellationTokenSource();
      await tests.run('run', source.token).finally(() => source.dispose());
      return;
    }
    const run = await this.#run();
    const wanted = run.cases.filter(({ id, verdict }) =>
      which === 'failed' ? verdict !== 'pass' : ids.has(id),
    );
    await tests.rerun(wanted, run);
  }

  /** Returns the displayed run. Throws `AppError` if deleted. */
  async #run(): Promise<KeptRun> {
    const run = await this.#deps.tests.journal.read(this.#shown.run);
    if (run) return run;
    throw new AppError('noRun', l10n.t('This run is no longer available.'));
  }

  #follow(event: JournalEvent): void {
    // If the latest run is displayed, switches to the new one.
    if (event.kind === 'begun' && this.#chosen?.run === this.#newest) this.#chosen = undefined;
    if (!this.#isReady) return;
    if (event.kind === 'case') {
      if (event.run !== this.#shown.run) return;
      this.#cells.push(event.result);
      // Throttles by size, because the page redraws all rows.
      this.#posts.trigger(Math.max(PACE, this.#count / 10));
      return;
    }
    void this.#onRun(event);
  }

  async #onRun({ kind, run }: JournalEvent): Promise<void> {
    if (kind === 'begun') {
      await this.#postAll();
      return;
    }
    this.#postCells();
    const kept = run === this.#shown.run ? await this.#deps.tests.journal.read(run) : undefined;
    if (kept) {
      const sums = kept.isCutOff ? {} : reportSums(kept.totals);
      const means = reportMeans(kept.means, pathOf);
      this.#post({ name: 'ended', run, state: this.#stateOf(kept), sums, means });
    }
    await this.#postRuns();
  }

  async #postAll(): Promise<void> {
    if (!this.#isReady) return;
    this.#reading++;
    try {
      this.#cells = [];
      await this.#postRuns();
      const { run: id, before: earlier } = this.#shown;
      const [run, before] = await Promise.all([this.#reportOf(id), this.#reportOf(earlier)]);
      if (id !== this.#shown.run || earlier !== this.#shown.before) return;
      this.#count = run?.cells.length ?? 0;
      this.#post({ name: 'shown', ...(run && { run }), ...(before && { before }) });
    } finally {
      this.#reading--;
      this.#postCells();
    }
  }

  async #postRuns(): Promise<void> {
    const { labels, tests } = this.#deps;
    const runs = await labels();
    const [newest, next] = runs;
    this.#newest = newest?.id;
    this.#shown = this.#chosen ?? { run: newest?.id ?? '', before: next?.id ?? '' };
    const isRunning = tests.journal.hasRunning;
    this.#post({ name: 'runs', runs, ...this.#shown, isRunning });
  }

  async #reportOf(id: string): Promise<ReportRun | undefined> {
    const run = id === '' ? undefined : await this.#deps.tests.journal.read(id);
    if (!run) return undefined;
    const { connection, startedAt } = run;
    const facts = { id, connection, time: localTime(startedAt) };
    return reportRun(facts, this.#stateOf(run), run, pathOf);
  }

  #stateOf({ id, isCutOff, endedEarly }: KeptRun): ReportState {
    if (this.#deps.tests.journal.isRunning(id)) return 'running';
    return endedEarly ?? (isCutOff ? 'cutOff' : 'ended');
  }

  #postCells(): void {
    if (this.#reading > 0 || this.#cells.length === 0) return;
    const cells = this.#cells.map((one) => reportCell(one, pathOf));
    this.#cells = [];
    this.#count += cells.length;
    this.#post({ name: 'added', run: this.#shown.run, cells });
  }

  /** VS Code queues messages to hidden pages and delivers them late. */
  #post(event: ReportEvent): void {
    if (this.#isReady) void this.#panel?.webview.postMessage({ kind: 'event', ...event });
  }
}
