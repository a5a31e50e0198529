import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { type MatchInput, operationMatchInput, type Script } from './answers';
import type { Call } from './call';
import { inputSteps, turnsOf } from './interactions/contents';
import type { LogEntry } from './requestLog';
import { failedPrecondition } from './status';
import type { HandlerContext } from './handlerContext';

type Request = Message<'decisions.CreateDecisionRequest'>;
type Question = Message<'decisions.Question'>;

/** Response header with the IDs of the questions whose answers are invented. */
export const INVENTED = 'x-emulator-invented';

/** Clients accept 16 KB of headers. */
const MAX_HEADER_LENGTH = 4096;

export function inventedHeader(ids: readonly string[]): string {
  const text = ids.join(',');
  return text.length > MAX_HEADER_LENGTH ? '*' : text;
}

/**
 * Returns the call with the first matching mock of each question. If that of any question is for the
 * complete request, it answers instead.
 */
export function withDecisions(call: Call, world: HandlerContext): Call {
  if (world.answers.rules.length === 0) return call;
  const decisions = new Map<string, Script>();
  for (const asked of inputsOf(call)) {
    const script = world.answers.find(asked);
    if (!script) continue;
    if (!script.rule.rule.when?.question) return { ...call, script, decisions };
    if (asked.question) decisions.set(asked.question.id, script);
  }
  return { ...call, decisions };
}

/** Whether mocks answer all questions. */
export function isDecided({ body, decisions }: Pick<Call, 'body' | 'decisions'>): boolean {
  const { questions = {} } = body as Request;
  return decisions !== undefined && Object.keys(questions).every((id) => decisions.has(id));
}

export function noteDecisions(
  entry: LogEntry,
  call: Pick<Call, 'body' | 'decisions' | 'script'>,
): void {
  const { script, decisions } = call;
  if (script || !decisions?.size) return;
  entry.mock = [...new Set([...decisions.values()].map(({ rule }) => rule.label))].join(', ');
  if (isDecided(call)) entry.answeredBy = 'mock';
}

function inputsOf({ body }: Pick<Call, 'body'>): readonly MatchInput[] {
  const request = body as Request;
  const plain = {
    ...operationMatchInput('decisions.create', request.model ?? '', body),
    user: inputText(request),
  };
  const all = Object.entries(request.questions ?? {}).map(([id, { type = '', instructions }]) => {
    return { ...plain, question: { id, type, instructions: textsOf(instructions).join('\n') } };
  });
  return all.length === 0 ? [plain] : all;
}

export function inputText({ input }: Pick<Request, 'input'>): string {
  const parts = turnsOf(inputSteps(input)).flatMap((turn) => turn.parts ?? []);
  return parts.flatMap(({ text }) => text ?? []).join('\n');
}

export function textsOf(instructions: Question['instructions'] = ''): readonly string[] {
  if (typeof instructions === 'string') return [instructions];
  return [instructions].flat().map(({ text = '' }) => text);
}

/** Returns the options in the tie-break order of the live API, or the levels. */
export function namesIn({ criteria = {} }: Question): readonly string[] {
  return Array.isArray(criteria) ? (criteria as readonly string[]) : Object.keys(criteria).sort();
}

/** Probability of an option or level that a mock names alone. */
const NAMED = 0.95;

/** Uses the mock. Throws `StatusError` if its decision doesn't fit the question. */
export function mockDecision(id: string, question: Question, script: Script): JsonObject {
  const { answer, rule } = script.take();
  const decision = typeof answer === 'string' ? undefined : answer.decision;
  const { type } = question;
  const wrong = (): Error =>
    failedPrecondition(`The decision of ${rule.label} doesn’t fit the question ${id}.`);
  if (type !== 'choice' && type !== 'score') {
    if (typeof decision !== 'number' || decision < 0 || decision > 1) throw wrong();
    const noul = Math.min(0.99, Math.max(0.01, decision));
    return { type: 'noul', noul, confidence: Math.max(noul, Number((1 - noul).toFixed(6))) };
  }
  const names = namesIn(question);
  const keys = type === 'choice' ? names : names.map((_, level) => String(level));
  const given =
    typeof decision === 'object'
      ? Object.entries(decision)
      : [[String(decision), NAMED / (1 - NAMED)] as const];
  if (!given.every(([key, weight]) => keys.includes(key) && weight >= 0)) throw wrong();
  const rest = typeof decision === 'object' ? 0 : 1 / (names.length - 1);
  const weights = keys.map((key) => given.find(([name]) => name === key)?.[1] ?? rest);
  if (!weights.some((weight) => weight > 0)) throw wrong();
  return spread(type, names, weights);
}

/** Probabilities are multiples of 1/PARTS, so that their sum is exactly 1. */
const PARTS = 1_000_000;

/** Returns the answer with these weights. The first largest share gets the rounding error. */
export function spread(
  type: 'choice' | 'score',
  names: readonly string[],
  weights: readonly number[],
): JsonObject {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => Math.floor((weight * PARTS) / sum));
  const first = weights.indexOf(Math.max(...weights));
  const rest = PARTS - parts.reduce((all, part) => all + part, 0);
  const shares = parts.map((part, at) => (at === first ? part + rest : part) / PARTS);
  const confidence = shares[first] ?? 0;
  if (type === 'choice') {
    const probabilities = Object.fromEntries(names.map((name, at) => [name, shares[at] ?? 0]));
    return { type, choice: names[first] ?? '', probabilities, confidence };
  }
  const score = shares.reduce((mean, share, level) => mean + level * share, 0);
  const probabilities = Object.fromEntries(shares.entries());
  return { type, score, probabilities, legend: Object.fromEntries(names.entries()), confidence };
}
