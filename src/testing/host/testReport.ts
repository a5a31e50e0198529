import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TestMessage } from 'vscode';
import { compactNumber, dollarsText, shownDuration } from '../../base/format';
import { commandId } from '../../catalog/commands';
import { plainText } from '../../platform/plainText';
import { describeTest, pathOf, testMessage } from '../../platform/testItems';
import { calibrationTable } from '../exports/tables';
import { variantLabel } from '../plan';
import type { AttemptResult, CaseResult, CheckResult, RunTotals } from '../result';
import {
  figuresText,
  keyFiguresText,
  type RetrievalTotals,
  shortfallText,
  totalsMarkdown,
} from '../retrieval/retrievalResult';
import { repeatId } from './testRows';

/** Rows by test case ID. Compared models share a row. */
type RowsOfRun = ReadonlyMap<string, vscode.TestItem>;

export class TestReport {
  readonly #run: vscode.TestRun;
  readonly #rows: RowsOfRun;
  readonly #fileRow: (uri: string) => vscode.TestItem | undefined;
  readonly #open = new Map<vscode.TestItem, { left: number; readonly results: CaseResult[] }>();
  readonly #results: CaseResult[] = [];
  #id = '';

  constructor(
    run: vscode.TestRun,
    rows: RowsOfRun,
    fileRow: (uri: string) => vscode.TestItem | undefined,
  ) {
    this.#fileRow = fileRow;
    this.#run = run;
    this.#rows = rows;
    for (const item of rows.values()) {
      const open = this.#open.get(item);
      if (open) open.left++;
      else this.#open.set(item, { left: 1, results: [] });
      run.enqueued(item);
      for (const [, child] of item.children) run.enqueued(child);
    }
  }

  begin(id: string): void {
    this.#id = id;
  }

  started(id: string): void {
    const item = this.#rows.get(id);
    if (item) this.#run.started(item);
  }

  attempt(id: string, { repeat, verdict, durationMs, problem }: AttemptResult): void {
    const item = this.#rows.get(id)?.children.get(repeatId(id, repeat));
    if (!item) return;
    if (verdict === 'pass') this.#run.passed(item, durationMs);
    else if (verdict === 'fail') this.#run.failed(item, [], durationMs);
    else if (verdict === 'inconclusive') this.#run.skipped(item);
    else this.#run.errored(item, problem === undefined ? [] : [said(problem, item)], durationMs);
  }

  result(result: CaseResult): void {
    const item = this.#rows.get(result.id);
    const open = item && this.#open.get(item);
    if (!item || !open) return;
    open.results.push(result);
    this.#results.push(result);
    const lines = outputLines(result).map((line) => `${plainText(line)}\r\n`);
    // Only passed tests: output would overlap the message at the same line.
    const place = result.verdict === 'pass' && item.uri ? placeOf(item, item.uri) : undefined;
    this.#run.appendOutput(lines.join(''), place, item);
    const figures = result.attempts[0]?.figures;
    if (figures) describeTest(item, keyFiguresText(figures));
    if (--open.left > 0) return;
    this.#open.delete(item);
    this.#show(item, open.results);
  }

  means(uri: string, totals: RetrievalTotals): void {
    const { isCited, variants } = totals;
    const table = totalsMarkdown(totals).trimEnd().split('\n').map(plainText);
    this.#run.appendOutput(`\r\n${[plainText(pathOf(uri)), ...table].join('\r\n')}\r\n`);
    const item = this.#fileRow(uri);
    if (!item) return;
    const measured = variants.filter(({ figures }) => Object.keys(figures).length > 0);
    const means = measured.map(({ variant, figures: values }) => {
      const text = keyFiguresText({ values, isCited });
      return variant === '' ? text : l10n.t('{0}: {1}', variant, text);
    });
    describeTest(item, means.join(' | '));
    const short = variants.filter(({ shortfalls }) => shortfalls.length > 0);
    const messages = short.map(({ variant, shortfalls }) => {
      const why = shortfalls.map((one) => shortfallText(one, isCited)).join(' ');
      return said(variant === '' ? why : l10n.t('{0}: {1}', variant, why), item);
    });
    if (short.some(({ verdict }) => verdict === 'fail')) this.#run.failed(item, messages);
    else if (short.length > 0) this.#run.errored(item, messages);
  }

  /** Ends the run. Rows without results are skipped. */
  end(totals: RunTotals, endedEarly: 'cancelled' | 'budget' | undefined): void {
    for (const item of this.#open.keys()) {
      this.#run.skipped(item);
      for (const [, child] of item.children) this.#run.skipped(child);
    }
    this.#run.appendOutput(`\r\n${plainText(summary(totals, endedEarly))}\r\n`);
    const table = calibrationTable(this.#results)?.split('\n').map(plainText) ?? [];
    if (table.length > 0) this.#run.appendOutput(`\r\n${table.join('\r\n')}\r\n`);
  }

  fail(message: string): void {
    for (const item of new Set(this.#rows.values())) {
      this.#run.errored(item, said(message, item));
      for (const [, child] of item.children) this.#run.skipped(child);
    }
    this.#run.appendOutput(`${plainText(message)}\r\n`);
  }

  #show(item: vscode.TestItem, results: readonly CaseResult[]): void {
    const hasModels = results.length > 1;
    const messages = results
      .filter(({ verdict }) => verdict !== 'pass')
      .flatMap((result) => caseMessages(result, this.#id, hasModels));
    const durationMs = results
      .flatMap(({ attempts }) => attempts)
      .reduce((sum, attempt) => sum + attempt.durationMs, 0);
    if (results.some(({ verdict }) => verdict === 'fail')) {
      this.#run.failed(item, messages, durationMs);
    } else if (results.some(({ verdict }) => verdict === 'notMeasured')) {
      this.#run.errored(item, messages, durationMs);
    } else if (results.some(({ verdict }) => verdict === 'inconclusive')) {
      // VS Code has no message for skipped tests, so the output has the reason.
      this.#run.skipped(item);
    } else this.#run.passed(item, durationMs);
  }
}

function placeOf(item: vscode.TestItem, uri: vscode.Uri): vscode.Location {
  return new vscode.Location(uri, item.range ?? new vscode.Position(0, 0));
}

function said(message: string, { uri, range }: vscode.TestItem): vscode.TestMessage {
  const { line = 0, character = 0 } = range?.start ?? {};
  const place = { uri: uri?.toString() ?? '', line: line + 1, column: character + 1 };
  return testMessage({ message }, place);
}

function summary(totals: RunTotals, endedEarly: 'cancelled' | 'budget' | undefined): string {
  const { passed, failed, notMeasured, inconclusive = 0, flaky } = totals;
  const { tokens: count = 0, durationMs } = totals;
  const verdicts = [
    passed > 0 ? l10n.t('{0} passed', passed) : undefined,
    failed > 0 ? l10n.t('{0} failed', failed) : undefined,
    notMeasured > 0 ? l10n.t('{0} errored', notMeasured) : undefined,
    inconclusive > 0 ? l10n.t('{0} inconclusive', inconclusive) : undefined,
    flaky > 0 ? l10n.t('{0} flaky', flaky) : undefined,
  ].filter((one) => one !== undefined);
  const counts = l10n.t(
    '{0}. {1} tokens in {2}.',
    verdicts.length > 0 ? verdicts.join(', ') : l10n.t('No results'),
    compactNumber(count, vscode.env.language),
    shownDuration(durationMs),
  );
  if (endedEarly === 'cancelled') return `${counts} ${l10n.t('Canceled.')}`;
  if (endedEarly === 'budget') return `${counts} ${l10n.t('Budget used up.')}`;
  return counts;
}

interface AnswerTarget {
  readonly run: string;
  readonly case: string;
  readonly repeat: number;
}

/** Number of context characters around a range. */
const AROUND = 80;

/** Returns the messages of a test case that didn't pass, per group of equal responses. */
function caseMessages(result: CaseResult, run: string, withModel: boolean): TestMessage[] {
  return result.groups.flatMap(({ repeats }) => {
    const attempt = result.attempts.find(({ repeat }) => repeat === repeats[0]);
    if (!attempt || attempt.verdict === 'pass') return [];
    const target = { run, case: result.id, repeat: attempt.repeat };
    const share =
      result.attempts.length === 1
        ? ''
        : l10n.t('{0} of {1} responses. ', repeats.length, result.attempts.length);
    const model = withModel ? `${variantLabel(result.variant)}: ` : '';
    return attemptMessages(attempt, `${model}${share}`, target, result);
  });
}

function attemptMessages(
  attempt: AttemptResult,
  beginning: string,
  target: AnswerTarget,
  { place }: CaseResult,
): readonly TestMessage[] {
  const links = linksTo(target, attempt);
  if (attempt.problem !== undefined) {
    const message = `${beginning}${l10n.t('Errored: {0}', attempt.problem)}`;
    return [testMessage({ message, links }, place)];
  }
  if (attempt.unmet) {
    const { message, expected = '', actual = '' } = attempt.unmet;
    const found = { message: `${beginning}${l10n.t('Results found')}`, links };
    return [
      testMessage({ message: `${beginning}${message}`, expected, actual }, place),
      testMessage({ ...found, quote: beginningOf(attempt.text) }, place),
    ];
  }
  const unmet = attempt.checks.filter(({ verdict }) => verdict !== 'pass');
  // VS Code omits the text and links of messages with a diff, so the text is a separate message.
  const hasSides = unmet.some(
    ({ expected, actual }) => expected !== undefined && actual !== undefined,
  );
  const answer = hasSides
    ? [
        testMessage(
          {
            message: `${beginning}${l10n.t('Full response')}`,
            quote: beginningOf(attempt.text),
            links,
          },
          place,
        ),
      ]
    : [];
  return unmet
    .map((check) => {
      const { type, message, expected, actual } = check;
      const said =
        check.verdict === 'fail' || check.verdict === 'inconclusive'
          ? l10n.t('{0}: {1}', type, message)
          : l10n.t('{0}, errored: {1}', type, message);
      const quote = quoteOf(check, attempt.text);
      return testMessage(
        {
          message: `${beginning}${said}`,
          ...(quote !== undefined && { quote }),
          // With only one side, VS Code would show a diff against an empty text.
          ...(expected !== undefined && actual !== undefined && { expected, actual }),
          links,
        },
        place,
      );
    })
    .concat(answer);
}

const SHOWN = 1000;

function beginningOf(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function linksTo(target: AnswerTarget, attempt: AttemptResult) {
  if (attempt.request === undefined) return [];
  return [
    {
      title: l10n.t('Open in Playground'),
      command: commandId('openTestAnswer'),
      arguments: [target],
    },
    { title: l10n.t('Show as JSON'), command: commandId('showTestAnswer'), arguments: [target] },
    {
      title: l10n.t('Show Request Details'),
      command: commandId('showTestExchange'),
      arguments: [target],
    },
  ];
}

function quoteOf({ range }: CheckResult, text: string): string | undefined {
  if (!range) return undefined;
  const [from, to] = [Math.max(0, range.start - AROUND), Math.min(text.length, range.end + AROUND)];
  const quote = text.slice(from, to).trim();
  return quote === '' ? undefined : `${from > 0 ? '…' : ''}${quote}${to < text.length ? '…' : ''}`;
}

function outputLines(result: CaseResult): readonly string[] {
  const { name, variant, verdict, passed, attempts, tokens: count, price } = result;
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
  const facts = [
    variantLabel(variant),
    attempts.length > 1 ? l10n.t('{0} of {1} passed', passed, attempts.length) : undefined,
    shownDuration(durationMs),
    count === undefined ? undefined : l10n.t('{0} tokens', count),
    price === undefined ? undefined : shownPrice(price),
  ];
  const line = `${MARKS[verdict]} ${name} (${facts.filter(Boolean).join(', ')})`;
  const figures = attempts[0]?.figures;
  const checks = attempts.flatMap((one) => one.checks);
  const unsure = checks.filter((check) => check.verdict === 'inconclusive');
  const problems = new Set([
    ...attempts.flatMap(({ problem }) => problem ?? []),
    ...unsure.map(({ type, message }) => l10n.t('{0}: {1}', type, message)),
  ]);
  const below = [...problems, ...(figures ? [figuresText(figures)] : [])];
  return [line, ...below.map((one) => `    ${one}`)];
}

function shownPrice(price: number): string {
  const { message, args } = dollarsText(price);
  return l10n.t(message, ...args);
}

const MARKS = { pass: '✔', fail: '✘', notMeasured: '?', inconclusive: '–' } as const;
