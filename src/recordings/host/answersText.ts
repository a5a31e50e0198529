import * as l10n from '@vscode/l10n';
import type { LoadedRule } from '../../emulator/answers/mockRegistry';
import type { Rule } from '../../emulator/answers/format';
import type { Problem } from '../../emulator/answers/problems';
import { isObject, items, type JsonObject, type JsonValue, textAt } from '../../base/json';
import { escapeLine } from '../../platform/plainText';
import { jsonBlock, shortened, textBlock } from './contentText';

export interface ReadAnswers {
  readonly rules: readonly LoadedRule[];
  readonly problems: readonly Problem[];
}

export function answersText(name: string, { rules, problems }: ReadAnswers): string {
  const title = `# ${escapeLine(name)}`;
  if (problems.length > 0) {
    const lines = problems.map(({ line, column, message }) =>
      escapeLine(l10n.t('Line {0}, column {1}: {2}', line, column, message)),
    );
    const none = l10n.t('The previous mocks stay active until you fix the errors.');
    return `${[title, none, `## ${l10n.t('Problems')}`, lines.map((one) => `- ${one}`).join('\n')].join('\n\n')}\n`;
  }
  const order =
    rules.length === 0
      ? l10n.t('This file has no mocks.')
      : l10n.t('The first mock whose conditions all match is used.');
  const shown = rules.flatMap(({ rule, line }, index) => ruleText(rule, index + 1, line));
  return `${[title, order, ...shown].join('\n\n')}\n`;
}

function ruleText(rule: Rule, number: number, line: number): readonly string[] {
  const { name, when = {}, response: answer, responses: answers, to } = rule;
  const title = name ?? l10n.t('Mock on line {0}', line);
  const conditions = Object.entries(when).map(
    ([field, value]) => `- ${escapeLine(`${field}: ${conditionText(value as JsonValue)}`)}`,
  );
  const all = answers ?? (answer === undefined ? [] : [answer]);
  const parts = all.flatMap((one, index) => [
    ...(all.length > 1 ? [l10n.t('Response {0}:', index + 1)] : []),
    ...(all.length > 1 || beginsWithThought(one) ? [] : [l10n.t('Response:')]),
    ...(typeof one === 'string'
      ? [l10n.t('The emulator’s generated response.')]
      : answerText(one as JsonObject)),
  ]);
  const after = answers && answers.length > 0 ? [thenText(rule.then)] : [];
  const next = to === undefined ? [] : [escapeLine(l10n.t('Next state: {0}', to))];
  return [
    `## ${number}. ${escapeLine(title)}`,
    conditions.length > 0 ? conditions.join('\n') : l10n.t('Matches every model request.'),
    ...parts,
    ...after,
    ...next,
  ];
}

function thenText(then: Rule['then']): string {
  switch (then) {
    case 'cycle':
      return l10n.t('After the last response, the sequence starts over.');
    case 'fall-through':
      return l10n.t('After the last response, the mocks below are used.');
    default:
      return l10n.t('The last response repeats.');
  }
}

function conditionText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (Array.isArray(value)) return shortened(value.length > 0 ? value.join(', ') : '[]');
  if (!isObject(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, wanted]) => `${name} ${shortened(JSON.stringify(wanted))}`)
    .join(', ');
}

function beginsWithThought(answer: JsonValue): boolean {
  if (!isObject(answer)) return false;
  const [first] = items(answer.pieces);
  return 'thought' in answer || (!('text' in answer) && isObject(first) && 'thought' in first);
}

function answerText(answer: JsonObject): readonly string[] {
  const { thought, text, pieces, calls, ...rest } = answer;
  const listed = items(pieces).filter(isObject);
  const thinks = typeof thought === 'string';
  return [
    ...(thinks ? [l10n.t('Thoughts:'), textBlock(thought)] : []),
    ...(thinks && typeof text === 'string' ? [l10n.t('Response:')] : []),
    ...(typeof text === 'string' ? [textBlock(text)] : []),
    ...piecesText(listed),
    ...items(calls)
      .filter(isObject)
      .flatMap((call) => callText(call)),
    ...(Object.keys(rest).length > 0 ? [jsonBlock(rest)] : []),
  ];
}

function piecesText(pieces: readonly JsonObject[]): readonly string[] {
  const shown: string[] = [];
  let [run, kind, before] = ['', '', ''];
  const flush = (): void => {
    if (run === '') return;
    if (kind === 'thought') shown.push(l10n.t('Thoughts:'));
    else if (before === 'thought') shown.push(l10n.t('Response:'));
    before = kind;
    shown.push(textBlock(run));
    run = '';
  };
  for (const piece of pieces) {
    const is = ['text', 'thought'].find((name) => typeof piece[name] === 'string') ?? '';
    if (is !== kind) flush();
    kind = is;
    if (is !== '') run += textAt(piece, is);
    else if (isObject(piece.call)) shown.push(...callText(piece.call));
    else shown.push(jsonBlock(piece));
  }
  flush();
  return shown;
}

function callText(call: JsonObject): readonly string[] {
  return [l10n.t('Calls {0}:', escapeLine(textAt(call, 'name'))), jsonBlock(call.args ?? {})];
}
