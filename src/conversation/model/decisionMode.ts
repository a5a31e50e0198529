import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, objectAt, repeatedName, textAt, tryParse } from '../../base/json';
import { QUESTION_TYPES, type QuestionType } from './conversation';
import { usageOf } from './interaction';
import { DEFAULT_FINISH, type ModeRow, type RequestContext } from './modeRow';
import { itemsOf } from './requestFields';

/** Stands for the method of decision models, whose `supportedGenerationMethods` aren’t known. */
export const DECIDES = 'createDecision';

/** A question as it is edited. Criteria have a line for each option, level, or of yes and no. */
export interface QuestionRow {
  readonly id: string;
  readonly type: QuestionType;
  readonly instructions: string;
  readonly criteria: string;
}

export const decisionMode: ModeRow = {
  label: () => l10n.t('Decision'),
  detail: () => l10n.t('Answers questions about a message with probabilities.'),
  icon: 'law',
  calls: [
    { operation: 'decisions.create', method: DECIDES, body: decisionBody, read: readDecided },
  ],
  settings: { mode: 'decision', shared: {}, madeOfTurns: ['model', 'input'] },
  empty: {
    title: (model) => l10n.t('Ask {0} to decide', model),
    starters: () => [l10n.t('The package arrived wet, and the lamp flickers.')],
  },
  hint: () => l10n.t('Enter text to evaluate'),
  takesFiles: true,
  hasQuestions: true,
  restoreAnswer: restoreDecided,
};

/** Questions without instructions are drafts. */
function decisionBody({ rest, model, blocks }: RequestContext): JsonObject {
  const questions = Object.entries(objectAt(rest, 'questions')).filter(
    ([, question]) => !isObject(question) || question.instructions !== '',
  );
  return {
    ...rest,
    model: model.replace(/^models\//, ''),
    input: blocks(),
    questions: Object.fromEntries(questions),
  };
}

/** Adds a text of the answers, for all places that show or copy text. */
function readDecided(answer: JsonObject): Message<'GenerateContentResponse'> {
  const { prompt_feedback: feedback, usage } = answer;
  const text = Object.entries(objectAt(answer, 'answers')).map(([id, one]) => lineOf(id, one));
  const reason = isObject(feedback) ? textAt(feedback, 'block_reason').toUpperCase() : '';
  const parts = [{ text: text.join('\n') }];
  return {
    ...answer,
    ...(reason === ''
      ? { candidates: [{ content: { role: 'model', parts }, finishReason: DEFAULT_FINISH }] }
      : { promptFeedback: { blockReason: reason } }),
    ...(isObject(usage) && { usageMetadata: usageOf(usage) }),
  };
}

function restoreDecided({
  candidates: _candidates,
  promptFeedback: _feedback,
  usageMetadata: _usage,
  ...answer
}: JsonObject): JsonObject {
  return answer;
}

function lineOf(id: string, answer: JsonValue | undefined): string {
  const { noul, choice, score } = isObject(answer) ? answer : {};
  return `${id}: ${plain(choice ?? score ?? noul)}`;
}

const plain = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Converts the questions of a request. Others than the known types are skipped. */
export function questionRows(questions: JsonValue | undefined): readonly QuestionRow[] {
  if (!isObject(questions)) return [];
  return Object.entries(questions).flatMap(([id, question]) => {
    const row = isObject(question) ? rowOf(id, question) : undefined;
    return row ? [row] : [];
  });
}

function rowOf(id: string, question: JsonObject): QuestionRow | undefined {
  const { instructions, criteria } = question;
  const type = QUESTION_TYPES.find((one) => one === question.type);
  const texts = [instructions ?? ''].flat().map((one) => {
    return isObject(one) ? textAt(one, 'text') : plain(one);
  });
  return type && { id, type, instructions: texts.join('\n'), criteria: linesOf(criteria) };
}

function linesOf(criteria: JsonValue | undefined): string {
  if (Array.isArray(criteria)) return (criteria as readonly JsonValue[]).map(plain).join('\n');
  const names: { readonly [name: string]: string } = {
    true_description: 'yes',
    false_description: 'no',
  };
  return Object.entries(isObject(criteria) ? criteria : {})
    .map(([name, text]) => [names[name] ?? name, ...(text ? [plain(text)] : [])].join(': '))
    .join('\n');
}

/** Returns the questions of a request. Unchanged questions keep fields that rows don’t have. */
export function questionsOf(rows: readonly QuestionRow[], before?: JsonValue): JsonObject {
  const known = new Map(questionRows(before).map((row) => [JSON.stringify(row), row.id]));
  return Object.fromEntries(
    rows.map((row) => {
      const same = known.has(JSON.stringify(row)) && isObject(before) ? before[row.id] : undefined;
      const { id, type, instructions, criteria } = row;
      const made = criteriaOf(type, criteria);
      return [id, same ?? { type, instructions, ...(made !== undefined && { criteria: made }) }];
    }),
  );
}

/** Undefined for a yes/no question without definitions. */
export function criteriaOf(type: QuestionType, text: string): JsonValue | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (type === 'score') return lines;
  const pairs = lines.map((line): readonly [string, string | null] => {
    const [, name = line, description = null] = /^(.*?\S)\s*:\s*(.*)$/.exec(line) ?? [];
    return [name.replace(/:$/, ''), description === '' ? null : description];
  });
  if (type === 'choice') return Object.fromEntries(pairs);
  const of = (word: string): string | undefined =>
    pairs.find(([name]) => name.toLowerCase() === word)?.[1] ?? undefined;
  const [yes, no] = [of('yes'), of('no')];
  if (yes === undefined && no === undefined) return undefined;
  return {
    ...(yes !== undefined && { true_description: yes }),
    ...(no !== undefined && { false_description: no }),
  };
}

/**
 * Reads pasted JSON: a request, or its questions by ID. Undefined for other text. Returns a problem if an
 * ID occurs twice, because parsing would drop a question.
 */
export function pastedQuestions(text: string): readonly QuestionRow[] | string | undefined {
  const value = tryParse(text);
  if (!isObject(value)) return undefined;
  const rows = questionRows(isObject(value.questions) ? value.questions : value);
  if (rows.length === 0) return undefined;
  const repeated = repeatedName(text);
  return repeated ? l10n.t('“{0}” occurs more than once.', repeated.name) : rows;
}

/** Returns an empty question with an unused ID. */
export function newQuestion(rows: readonly QuestionRow[]): QuestionRow {
  const taken = new Set(rows.map(({ id }) => id));
  let number = rows.length + 1;
  while (taken.has(`q${number}`)) number++;
  return { id: `q${number}`, type: 'noul', instructions: '', criteria: '' };
}

/** Returns why the questions can’t be sent. Undefined if they can. */
export function questionsProblem(rows: readonly QuestionRow[]): string | undefined {
  const asked = rows.filter(({ instructions }) => instructions.trim() !== '');
  if (asked.length === 0) return l10n.t('Enter instructions for at least one question.');
  const short = asked.find(({ type, criteria }) => {
    if (type === 'noul') return false;
    const made = criteriaOf(type, criteria);
    return (isObject(made) ? Object.keys(made) : itemsOf(made)).length < 2;
  });
  return short && l10n.t('The question “{0}” needs at least two options or levels.', short.id);
}
