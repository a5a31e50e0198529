import type { JsonValue } from '../../api/schema/row';
import { isObject, isSameJson } from '../../base/json';
import { findIn } from '../../base/patterns';
import { shorten } from '../text';
import type { MatchInput } from './matchInput';
import { type BodyCondition, GENERATE, type Matcher, type When } from './parts';
import { operationsIn } from './format';
import { valuesAt } from './template';

interface Situation {
  readonly state: string;
  readonly dice: () => number;
}

/** Returns a description of the mismatch. Undefined if the condition matches. */
type Test<V> = (wanted: V, asked: MatchInput, situation: Situation) => string | undefined;

const tests: { readonly [N in keyof When]-?: Test<NonNullable<When[N]>> } = {
  operation: (wanted, { operation, isGenerating }) => {
    const all = operationsIn(wanted);
    const holds = all.some((one) => one === operation || (one === GENERATE && isGenerating));
    return holds ? undefined : `is ${operation}, not ${all.join(' or ')}`;
  },
  model: (wanted, { model }) => {
    const all = typeof wanted === 'string' ? [wanted] : wanted;
    const holds = all.some((glob) => fitsGlob(glob.replace(/^models\//, ''), model));
    return holds ? undefined : `is ${model}, not ${all.join(' or ')}`;
  },
  user: (wanted, { user }) => mismatch(wanted, user),
  system: (wanted, { system }) => mismatch(wanted, system),
  tools: (wanted, { tools }) => {
    if (wanted.length === 0 && tools.length > 0) return `are ${tools.join(', ')}, not none`;
    const missing = wanted.filter((name) => !tools.includes(name));
    return missing.length === 0
      ? undefined
      : `are ${tools.join(', ') || 'none'}, without ${missing.join(', ')}`;
  },
  hasResult: (wanted, { results }) =>
    wanted === results.length > 0 ? undefined : `is ${results.length > 0}, not ${wanted}`,
  result: (wanted, { results }) =>
    mismatches(
      wanted,
      results.map(({ name }) => name),
    ),
  resultText: (wanted, { results }) =>
    mismatches(
      wanted,
      results.map(({ text }) => text),
    ),
  question: ({ id, type, instructions }, { question }) => {
    if (!question) return 'is missing';
    if (type !== undefined && type !== question.type) return `is ${question.type}, not ${type}`;
    return (
      (id === undefined ? undefined : mismatch(id, question.id)) ??
      (instructions === undefined ? undefined : mismatch(instructions, question.instructions))
    );
  },
  turn: (wanted, { turn }) => (wanted === turn ? undefined : `is ${turn}, not ${wanted}`),
  body: (wanted, { body }) => {
    const wrong = Object.entries(wanted).flatMap(([path, condition]) => {
      const values = valuesAt(body, path);
      const holds = holdsAt(condition, values);
      return holds ? [] : [`has ${shown(values[0])} at ${path}, not ${shown(condition)}`];
    });
    return wrong[0];
  },
  state: (wanted, _asked, { state }) =>
    wanted === state ? undefined : `is ${shown(state)}, not ${shown(wanted)}`,
  chance: (wanted, _asked, { dice }) =>
    dice() < wanted ? undefined : 'didn’t select this request',
};

export interface Failure {
  readonly condition: string;
  readonly reason: string;
}

/**
 * Yields the conditions of a mock that don't match, lazily. Draws the random number last, only if
 * all other conditions match.
 * @throws SlowPatternError
 */
export function* failures(
  when: When,
  asked: MatchInput,
  situation: Situation,
): Generator<Failure, undefined> {
  const wanted: When = { operation: GENERATE, ...when };
  let holds = true;
  for (const name of Object.keys(tests) as (keyof When)[]) {
    const value = wanted[name];
    if (value === undefined || (name === 'chance' && !holds)) continue;
    const reason = (tests[name] as Test<unknown>)(value, asked, situation);
    if (reason === undefined) continue;
    holds = false;
    yield { condition: name, reason };
  }
}

function mismatch(wanted: Matcher, text: string): string | undefined {
  return fits(wanted, text) ? undefined : `is ${shown(text)}, not ${shown(wanted)}`;
}

function mismatches(wanted: Matcher, texts: readonly string[]): string | undefined {
  if (texts.some((text) => fits(wanted, text))) return undefined;
  const given = texts.length === 0 ? 'none' : texts.map(shown).join(', ');
  return `is ${given}, not ${shown(wanted)}`;
}

function fits(wanted: Matcher, text: string): boolean {
  if (typeof wanted === 'string') return text === wanted;
  const { equals, contains = [], regex } = wanted;
  const parts = typeof contains === 'string' ? [contains] : contains;
  return (
    (equals === undefined || text === equals) &&
    parts.every((part) => text.includes(part)) &&
    (regex === undefined || isFound(wanted, text))
  );
}

function holdsAt(condition: BodyCondition, values: readonly JsonValue[]): boolean {
  if (!isObject(condition)) return values.some((value) => value === condition);
  const { equals, contains, regex, exists, above, below } = condition;
  if (exists !== undefined && exists !== values.length > 0) return false;
  if (exists === false) return true;
  return values.some(
    (value) =>
      (equals === undefined || isSameJson(value, equals)) &&
      (contains === undefined || (typeof value === 'string' && value.includes(contains))) &&
      (regex === undefined || (typeof value === 'string' && isFound(condition, value))) &&
      (above === undefined || (typeof value === 'number' && value > above)) &&
      (below === undefined || (typeof value === 'number' && value < below)),
  );
}

const expressions = new WeakMap<object, RegExp>();

/** Whether the pattern of a condition matches. @throws SlowPatternError */
function isFound(
  condition: { readonly regex?: string; readonly flags?: string },
  text: string,
): boolean {
  const { regex = '', flags = '' } = condition;
  const expression = expressions.get(condition) ?? new RegExp(regex, `u${flags.replace('u', '')}`);
  expressions.set(condition, expression);
  return findIn(text, expression) !== null;
}

/** Doesn't use a regular expression: many stars could take exponential time. */
function fitsGlob(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value), 80);
}
