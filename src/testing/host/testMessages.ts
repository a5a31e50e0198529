import * as l10n from '@vscode/l10n';
import type { TestMessage } from 'vscode';
import { dollarsText, shownDuration } from '../../base/format';
import { commandId } from '../../catalog/commands';
import { testMessage } from '../../platform/testItems';
import { variantLabel } from '../plan';
import { figuresText } from '../retrieval/retrievalText';
import type { AttemptResult, CaseResult, CheckResult } from '../result';

interface AnswerTarget {
  readonly run: string;
  readonly case: string;
  readonly repeat: number;
}

/** Number of context characters around a range. */
const AROUND = 80;

/** Returns the messages of a test case that didn't pass, per group of equal responses. */
export function caseMessages(result: CaseResult, run: string, withModel: boolean): TestMessage[] {
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

export function outputLines(result: CaseResult): readonly string[] {
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
