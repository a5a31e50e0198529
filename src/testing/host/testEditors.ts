import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { localTime, shownDuration } from '../../base/format';
import { commandId } from '../../catalog/commands';
import { ProblemMarks, SOURCE } from '../../platform/diagnostics';
import { codeLens, type LensTexts } from '../../platform/textDocuments';
import { type ProblemMark, problemMarks } from '../problemMarks';
import type { CheckVerdict } from '../result';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';
import type { TestGroup } from './plannedTest';
import { type LastResult, LastResults, rowOf } from './reportCells';

/** Delay in ms after typing. */
const SOON = 400;

/**
 * Registers problem markers and CodeLenses, loaded with the first test file.
 * @param has whether a document is a test file
 */
export function createTestEditors(
  host: TestingHost,
  has: (document: vscode.TextDocument) => boolean,
  tests: PromptTests,
): Disposable {
  const disposables = new DisposableStore();
  disposables.add(new ProblemEditors(host, has));
  disposables.add(new CaseLenses(tests));
  return disposables;
}

class ProblemEditors implements Disposable {
  readonly #host: TestingHost;
  readonly #has: (document: vscode.TextDocument) => boolean;
  readonly #disposables = new DisposableStore();
  readonly #marks = this.#disposables.add(new ProblemMarks('generativeLanguage.promptTests'));
  readonly #checking = this.#disposables.add(
    new Debouncer(systemClock, SOON, () => void this.#checkAll()),
  );
  readonly #found = new Map<string, readonly ProblemMark[]>();
  readonly #shown = new Map<string, string>();
  #round = new AbortController();

  constructor(host: TestingHost, has: (document: vscode.TextDocument) => boolean) {
    this.#host = host;
    this.#has = has;
    const { workspace } = vscode;
    const soon = (): void => this.#checking.trigger();
    const soonIfOurs = (document: vscode.TextDocument): void => {
      if (has(document)) soon();
    };
    const events = [
      workspace.onDidOpenTextDocument(soonIfOurs),
      workspace.onDidChangeTextDocument(({ document }) => soonIfOurs(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map((uri) => uri.toString()));
        for (const document of workspace.textDocuments) {
          if (changed.has(document.uri.toString())) this.#show(document);
        }
      }),
      // Covers missed events of referenced files.
      vscode.window.onDidChangeActiveTextEditor(soon),
      workspace.onDidSaveTextDocument(soonIfOurs),
      workspace.onDidCreateFiles(soon),
      workspace.onDidDeleteFiles(soon),
      workspace.onDidRenameFiles(soon),
    ];
    for (const event of events) this.#disposables.add(event);
    soon();
  }

  async #checkAll(): Promise<void> {
    this.#round.abort();
    this.#round = new AbortController();
    const { signal } = this.#round;
    const files = await this.#host.promptFiles();
    for (const document of vscode.workspace.textDocuments.filter(this.#has)) {
      const options = { files, signal };
      try {
        const found = await problemMarks(document.getText(), document.uri.toString(), options);
        if (document.isClosed || signal.aborted) continue;
        this.#found.set(document.uri.toString(), found);
        this.#show(document);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  }

  #show(document: vscode.TextDocument): void {
    const { uri } = document;
    const found = this.#found.get(uri.toString());
    if (!found) return;
    const others = vscode.languages.getDiagnostics(uri).filter(({ source }) => source !== SOURCE);
    const own = found.filter(({ offset, length }) => {
      const end = document.positionAt(offset + length);
      const range = new vscode.Range(document.positionAt(offset), end);
      return !others.some((other) => range.intersection(other.range));
    });
    const shown = JSON.stringify(own);
    // Setting equal diagnostics would fire a change event.
    if (this.#shown.get(uri.toString()) === shown) return;
    this.#shown.set(uri.toString(), shown);
    this.#marks.set(document, own);
  }

  #forget(uri: vscode.Uri): void {
    this.#marks.clear(uri);
    this.#found.delete(uri.toString());
    this.#shown.delete(uri.toString());
  }

  dispose(): void {
    this.#round.abort();
    this.#disposables.dispose();
  }
}

/** In larger files, only test cases near the visible range have CodeLenses. */
const MANY = 300;
const AROUND = 100;
/** Delay in ms after scrolling and between results. */
const LENS_DELAY = 250;
/** Number of repeated notifications if VS Code doesn't request CodeLenses, and their interval in ms. */
const RETRY = { times: 3, ms: 2000 };
/** Maximum number of earlier runs to load at startup, and maximum number of responses of such a run. */
const EARLIER = { runs: 3, attempts: 2000 };

class CaseLenses implements Disposable, vscode.CodeLensProvider {
  readonly #tests: PromptTests;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly #soon = this.#disposables.add(
    new Debouncer(systemClock, LENS_DELAY, () => this.#tell(RETRY.times)),
  );
  readonly #again = this.#disposables.add(
    new Debouncer(systemClock, RETRY.ms, () => this.#tell(this.#left)),
  );
  #left = 0;
  readonly #last = new LastResults();
  readonly #read = new WeakMap<vscode.TextDocument, number>();
  readonly #large = new WeakSet<vscode.TextDocument>();
  readonly #known: Promise<void>;
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(tests: PromptTests) {
    this.#tests = tests;
    const { journal, tree } = tests;
    const selector = { pattern: '**/*.{prompt.json,cases.jsonl}' };
    const events = [
      vscode.languages.registerCodeLensProvider(selector, this),
      tree.onDidRead(() => this.#soon.trigger()),
      journal.onDidChange((event) => {
        if (event.kind !== 'case') return;
        this.#last.add(event.run, event.result);
        this.#soon.trigger();
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (this.#large.has(textEditor.document)) this.#soon.trigger();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
    for (const event of events) this.#disposables.add(event);
    this.#known = this.#readEarlier();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    this.#again.cancel();
    if (!vscode.workspace.isTrusted) return [];
    await this.#readDocument(document);
    await this.#known;
    const uri = document.uri.toString();
    const groups = this.#tests.tree.rows.groupsIn(uri);
    const cases = [...Map.groupBy(groups, ({ place }) => place.line - 1)];
    if (cases.length >= MANY) this.#large.add(document);
    else this.#large.delete(document);
    const shown = cases.length < MANY ? cases : cases.filter(([line]) => isNear(document, line));
    return shown.flatMap(([line, groups]) => {
      const rows = Map.groupBy(groups, rowOf);
      const results = [...rows.values()].flatMap((same) => this.#results(same));
      return caseLenses([...rows.keys()], results).map((lens) => codeLens({ ...lens, line }));
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #results(groups: readonly TestGroup[]): readonly LastResult[] {
    const [first] = groups;
    const ids = lazyIds(groups);
    return first ? this.#last.of(first, (id) => ids().has(id)) : [];
  }

  /** VS Code drops change events if the editor loses focus soon after, so they are repeated. */
  #tell(times: number): void {
    this.#left = times - 1;
    if (this.#left > 0) this.#again.trigger();
    this.#changed.fire();
  }

  /**
   * Reads a document's tests. Reads test case files through the prompts that refer to them, and prompts with
   * their unsaved changes.
   */
  async #readDocument(document: vscode.TextDocument): Promise<void> {
    const { tree } = this.#tests;
    const uri = document.uri.toString();
    if (uri.endsWith('.jsonl')) await tree.openNaming(uri);
    else if (document.isDirty && this.#read.get(document) !== document.version) {
      this.#read.set(document, document.version);
      // Large test case files are left unchanged.
      if (tree.rows.groupsIn(uri).length < MANY) await tree.open(uri);
    }
  }

  async #readEarlier(): Promise<void> {
    const { journal } = this.#tests;
    const runs = (await journal.summaries())
      .slice(0, EARLIER.runs)
      .filter(({ totals }) => (totals?.attempts ?? Infinity) <= EARLIER.attempts);
    for (const { id } of runs) {
      for (const result of (await journal.read(id))?.cases ?? []) this.#last.add(id, result);
    }
  }
}

function lazyIds(groups: readonly TestGroup[]): () => ReadonlySet<string> {
  let ids: ReadonlySet<string> | undefined;
  return () => {
    ids ??= new Set(
      groups.flatMap(({ size, idAt }) => Array.from({ length: size }, (_, index) => idAt(index))),
    );
    return ids;
  };
}

function isNear(document: vscode.TextDocument, line: number): boolean {
  return vscode.window.visibleTextEditors.some(
    (editor) =>
      editor.document === document &&
      editor.visibleRanges.some(
        ({ start, end }) => line >= start.line - AROUND && line <= end.line + AROUND,
      ),
  );
}

const ICONS = {
  pass: 'pass',
  fail: 'error',
  notMeasured: 'circle-slash',
  inconclusive: 'question',
} as const;

function caseLenses(
  cases: readonly string[],
  results: readonly LastResult[],
): readonly LensTexts[] {
  const command = commandId('runTestCases');
  const rows: LensTexts[] = [
    {
      icon: 'play',
      title: l10n.t('Run Test Case'),
      command,
      arguments: [{ profile: 'run', cases }],
    },
    { title: l10n.t('Run Offline'), command, arguments: [{ profile: 'offline', cases }] },
  ];
  const [first] = results;
  if (!first) return rows;
  const worst = (['fail', 'notMeasured', 'inconclusive', 'pass'] as const).find((verdict) =>
    results.some((result) => result.verdict === verdict),
  );
  const at = Math.max(...results.map((result) => result.at));
  rows.push({
    icon: ICONS[worst ?? 'pass'],
    title: verdictText(worst ?? 'pass', results),
    tooltip: l10n.t('Ran at {0}. Show Test Report', localTime(at)),
    command: commandId('showTestReport'),
  });
  return rows;
}

function verdictText(worst: CheckVerdict, results: readonly LastResult[]): string {
  const ms = shownDuration(Math.max(...results.map((result) => result.ms)));
  const count = results.filter(({ verdict }) => verdict === worst).length;
  if (worst === 'pass') return l10n.t('Passed in {0}', ms);
  if (worst === 'notMeasured') return l10n.t('Errored');
  if (worst === 'inconclusive') return l10n.t('Inconclusive');
  return results.length === 1
    ? l10n.t('Failed in {0}', ms)
    : l10n.t('{0} of {1} failed', count, results.length);
}
