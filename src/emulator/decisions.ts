import { decisionLimits } from '../api/schema/fieldLimits';
import type { Message } from '../api/schema/infer';
import { textLength } from '../api/schema/limits';
import type { JsonObject } from '../api/schema/row';
import { type MatchInput, operationMatchInput, type Script } from './answers/index';
import { type Call, type Handler, singleReply } from './call';
import { digest } from './digest';
import { checkInputLimit } from './engine';
import { countPrompt } from './engine/responseMetadata';
import { requireActiveFile } from './files';
import { addressesIn, inputSteps, turnsOf } from './interactions/contents';
import { modelNotFound, type ModelSeed } from './models';
import type { LogEntry } from './requestLog';
import { failedPrecondition, StatusError } from './status';
import { findResponseFault, triggerArgument, triggersIn } from './triggers';
import type { HandlerContext } from './handlerContext';

type DecisionRequest = Message<'decisions.CreateDecisionRequest'>;
type Question = Message<'decisions.Question'>;

/** Logged once per emulator session, because responses have no field for the notice. */
export const DECISIONS_ARE_INVENTED =
  'The emulator invents decisions with nearly even odds, unless a mock responds.';

/** Decides each question independently of its order and ID, and of other questions. */
export const createDecision: Handler = (call, world) => {
  const asked = call.body as DecisionRequest;
  const seed = requireDecider(call, world, asked.model ?? '');
  const questions = Object.entries(asked.questions ?? {});
  checkQuestions(questions);
  const steps = inputSteps(asked.input);
  for (const address of addressesIn(steps)) requireActiveFile(call, world, address);
  const { total, details } = countPrompt(decisionPrompt(asked));
  checkInputLimit(total, seed);
  const triggers = triggersIn(inputText(asked));
  const accident = findResponseFault(triggers, seed.model.name);
  if (accident) return { steps: [], accident: accident.accident };
  const usage = {
    total_tokens: total,
    total_input_tokens: total,
    total_output_tokens: 0,
    input_tokens_by_modality: details.map(({ modality, tokenCount }) => ({
      modality: modality.toLowerCase(),
      tokens: tokenCount,
    })),
  };
  const block = triggerArgument(triggers, 'block-prompt');
  if (block !== undefined) {
    const reason = block === '' ? 'safety' : block.toLowerCase();
    return singleReply({ prompt_feedback: { block_reason: reason }, usage });
  }
  const about = digest([seed.model.name, turnsOf(steps)]);
  const answers = questions.map(([id, question]) => {
    const script = call.decisions?.get(id);
    return [id, script ? mockDecision(id, question, script) : answerTo(about, question)] as const;
  });
  const invented = questions.flatMap(([id]) => (call.decisions?.has(id) ? [] : id));
  return { ...singleReply({ answers: Object.fromEntries(answers), usage }), invented };
};

/** Returns the prompt as a request for token counting: the input once, and all questions. */
export function decisionPrompt({
  input,
  questions = {},
}: DecisionRequest): Pick<Message<'GenerateContentRequest'>, 'contents'> {
  const parts = Object.values(questions).map(({ instructions, criteria = {} }) => ({
    text: `${textsOf(instructions).join('\n')}\n${JSON.stringify(criteria)}`,
  }));
  return { contents: [...turnsOf(inputSteps(input)), { parts }] };
}

/** Returns the model. Throws 404 if unknown or without decisions. */
function requireDecider(call: Call, world: HandlerContext, id: string): ModelSeed {
  const name = id.startsWith('models/') ? id : `models/${id}`;
  const found = world.models.find(name, call.version);
  if (found?.decides) return found;
  const { message } = modelNotFound(name, call.version, 'decisions');
  throw new StatusError(404, message, { word: 'model_not_found' });
}

/** Throws 400 for exceeded limits. The error messages aren't published. */
function checkQuestions(questions: readonly (readonly [id: string, question: Question])[]): void {
  const most = decisionLimits.questions;
  const count = questions.length;
  if (count === 0 || count > most) {
    throw invalid('questions', `there must be 1 to ${most}, and there are ${count}`);
  }
  for (const [id, question] of questions) {
    if (!new RegExp(decisionLimits.questionId, 'u').test(id)) {
      throw invalid('questions', `the id ${JSON.stringify(id)} is not 1 to 64 of A-Za-z0-9_-`);
    }
    checkCriteria(`questions.${id}.criteria`, question);
  }
}

const CONTROL = /\p{Cc}/u;

function checkCriteria(at: string, question: Question): void {
  if (question.type === 'noul' || question.type === undefined) return;
  const { leastCriteria: least, mostCriteria: most, option: longest } = decisionLimits;
  const names = namesIn(question);
  if (names.length < least || names.length > most) {
    throw invalid(at, `there must be ${least} to ${most}, and there are ${names.length}`);
  }
  if (names.includes('')) throw invalid(at, 'none may be empty');
  if (question.type === 'score') return;
  for (const [name, description] of Object.entries(question.criteria ?? {})) {
    if (name !== name.trim() || CONTROL.test(name) || textLength(name, longest) > longest) {
      const rule = `has control characters, outer blanks or more than ${longest} characters`;
      throw invalid(at, `the option ${JSON.stringify(name)} ${rule}`);
    }
    if (description !== null && typeof description !== 'string') {
      throw invalid(at, `the description of ${JSON.stringify(name)} is no text`);
    }
  }
}

function invalid(at: string, problem: string): StatusError {
  return new StatusError(400, `Invalid value at '${at}': ${problem}.`);
}

function answerTo(about: string, question: Question): JsonObject {
  const { type, instructions, criteria = {} } = question;
  const sorted = Array.isArray(criteria) ? criteria : Object.entries(criteria).sort(byName);
  const seed = digest([about, type, textsOf(instructions), sorted]);
  if (type !== 'choice' && type !== 'score') {
    const percent = 40 + (Number.parseInt(seed.slice(0, 8), 16) % 21);
    const confidence = Math.max(percent, 100 - percent) / 100;
    return { type: 'noul', noul: percent / 100, confidence };
  }
  const names = namesIn(question);
  return spread(type, names, nearlyEven(seed, names.length));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Returns weights that differ by at most 10%. */
function nearlyEven(seed: string, count: number): readonly number[] {
  return Array.from(
    { length: count },
    (_, at) => 150 + Number.parseInt(seed.charAt(at % seed.length), 16),
  );
}

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
  const { questions = {} } = body as DecisionRequest;
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
  const request = body as DecisionRequest;
  const plain = {
    ...operationMatchInput('decisions.create', request.model ?? '', body),
    user: inputText(request),
  };
  const all = Object.entries(request.questions ?? {}).map(([id, { type = '', instructions }]) => {
    return { ...plain, question: { id, type, instructions: textsOf(instructions).join('\n') } };
  });
  return all.length === 0 ? [plain] : all;
}

function inputText({ input }: Pick<DecisionRequest, 'input'>): string {
  const parts = turnsOf(inputSteps(input)).flatMap((turn) => turn.parts ?? []);
  return parts.flatMap(({ text }) => text ?? []).join('\n');
}

function textsOf(instructions: Question['instructions'] = ''): readonly string[] {
  if (typeof instructions === 'string') return [instructions];
  return [instructions].flat().map(({ text = '' }) => text);
}

/** Returns the options in the tie-break order of the live API, or the levels. */
function namesIn({ criteria = {} }: Question): readonly string[] {
  return Array.isArray(criteria) ? (criteria as readonly string[]) : Object.keys(criteria).sort();
}

/** Probability of an option or level that a mock names alone. */
const NAMED = 0.95;

/** Uses the mock. Throws `StatusError` if its decision doesn't fit the question. */
function mockDecision(id: string, question: Question, script: Script): JsonObject {
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
function spread(
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
