import { plainNumber } from '../../base/format';
import { variantLabel } from '../plan';
import type { AttemptResult, CaseResult, RunResult } from '../result';

/** Returns the path in reports, relative to the run's or workspace folder, with `/`. */
export type PathOf = (uri: string) => string;

/** Converts ms to JUnit's seconds. */
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/**
 * Formats a run as JUnit XML: a suite per prompt file, and a test per test case and variant. Errored and inconclusive
 * tests are `skipped`; unreadable files are an `error` in a separate suite.
 */
export function junitXml(
  { cases, problems, totals, startedAt }: RunResult,
  pathOf: PathOf,
): string {
  const suites = [...Map.groupBy(cases, ({ prompt }) => prompt)].map(([prompt, own]) => {
    const count = (verdict: CaseResult['verdict']): number =>
      own.filter((one) => one.verdict === verdict).length;
    const facts = attributes({
      name: pathOf(prompt),
      tests: own.length,
      failures: count('fail'),
      errors: 0,
      skipped: count('notMeasured') + count('inconclusive'),
      time: seconds(own.reduce((sum, one) => sum + durationOf(one), 0)),
      timestamp: new Date(startedAt).toISOString(),
    });
    return `  <testsuite ${facts}>\n${own.map((one) => testCase(one, pathOf)).join('')}  </testsuite>\n`;
  });
  if (problems.length > 0) {
    const facts = attributes({ name: 'problems', tests: problems.length, errors: problems.length });
    const tests = problems.map(
      (problem, at) =>
        `    <testcase ${attributes({ name: `problem ${at + 1}`, classname: 'problems' })}>\n      <error ${attributes({ message: problem })}/>\n    </testcase>\n`,
    );
    suites.push(`  <testsuite ${facts}>\n${tests.join('')}  </testsuite>\n`);
  }
  const all = attributes({
    name: 'prompts',
    tests: cases.length + problems.length,
    failures: totals.failed,
    errors: problems.length,
    skipped: totals.notMeasured + (totals.inconclusive ?? 0),
    time: seconds(totals.durationMs),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${all}>\n${suites.join('')}</testsuites>\n`;
}

function testCase(result: CaseResult, pathOf: PathOf): string {
  const { name, variant, prompt, place, verdict, passed, attempts, tokens, price } = result;
  const facts = attributes({
    name: `${name} [${variantLabel(variant)}]`,
    classname: pathOf(prompt),
    file: pathOf(place.uri),
    line: place.line,
    time: seconds(durationOf(result)),
  });
  const figures = Object.entries({ tokens, price }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, plainNumber(value)] as const],
  );
  const properties = [['model', variant.model] as const, ...figures].map(
    ([key, value]) => `        <property ${attributes({ name: key, value })}/>\n`,
  );
  const inner = [`      <properties>\n${properties.join('')}      </properties>\n`];
  if (verdict !== 'pass') {
    const message = `${passed} of ${attempts.length} passed. ${summaryOf(result)}`.trim();
    const body = text(attempts.flatMap(linesOf).join('\n'));
    inner.push(
      verdict === 'fail'
        ? `      <failure ${attributes({ message })}>${body}</failure>\n`
        : `      <skipped ${attributes({ message })}/>\n`,
    );
  }
  return `    <testcase ${facts}>\n${inner.join('')}    </testcase>\n`;
}

/** Returns why a test case didn't pass, from the first failed repeat, or else the first errored one. */
export function summaryOf({ attempts }: CaseResult): string {
  const order = ['fail', 'notMeasured', 'inconclusive'] as const;
  const [first] = order.flatMap((verdict) => attempts.filter((one) => one.verdict === verdict));
  if (!first) return '';
  const said = first.problem ?? first.unmet?.message;
  if (said !== undefined) return said;
  const [check] = order.flatMap((verdict) => first.checks.filter((one) => one.verdict === verdict));
  return check?.message ?? '';
}

function linesOf({
  repeat,
  verdict,
  checks,
  text: answer,
  problem,
  unmet,
}: AttemptResult): readonly string[] {
  if (verdict === 'pass') return [];
  return [
    `#${repeat + 1}: ${problem ?? unmet?.message ?? verdict}`,
    ...checks
      .filter((check) => check.verdict !== 'pass')
      .map(({ type, verdict: one, message }) => `  ${type} (${one}): ${message}`),
    ...(answer === '' ? [] : ['  Response:', ...answer.split('\n').map((line) => `    ${line}`)]),
  ];
}

/** Returns the longest repeat in ms, since repeats run concurrently. */
export function durationOf({ attempts }: Pick<CaseResult, 'attempts'>): number {
  return attempts.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);
}

export function fileName(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

function attributes(values: { readonly [name: string]: string | number }): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${text(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');
}

// Characters that XML 1.0 forbids even if escaped.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function text(value: string): string {
  return value
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
