import * as l10n from '@vscode/l10n';
import { AppError } from '../../../base/errors';
import {
  isObject,
  isSameJson,
  items,
  type JsonObject,
  type JsonValue,
  tryParse,
} from '../../../base/json';
import { addJsonItem, parseJson, rangeOfPath, withJsonList } from '../../../platform/jsonPath';
import type { Conversation, ModelTurn, UserTurn } from '../../../conversation/model/conversation';
import {
  type PromptFile,
  promptFileName,
  promptVariables,
} from '../../../conversation/model/promptFile';
import { type Variables, answerText } from '../../../conversation/model/turns';
import type { SessionAccess } from '../../../conversation/session/context';
import { linkedFile, type PromptDeps, requireTrust, sha256, type TextRange } from './promptFiles';
import { readPrompt } from '../../../conversation/prompts/readPrompt';
import { messagesUpTo, savePrompt } from './savePrompt';

type Parts = Pick<PromptDeps, 'files' | 'prompts' | 'progress' | 'isTrusted'>;

/** Maximum length of a name built from values, in characters. */
const MAX_NAME_LENGTH = 60;

/**
 * Adds a test case that expects a response (default: the last one) to the conversation's prompt file. Saves a
 * new prompt file first if none matches.
 * @throws AppError if the response has nothing to expect, or the file isn't a prompt
 * @throws CancelledError if dismissed
 */
export async function saveTestCase(
  parts: Parts,
  session: Pick<SessionAccess, 'conversation' | 'change'>,
  turn?: string,
): Promise<void> {
  requireTrust(parts);
  const { files } = parts;
  const { conversation } = session;
  const found = answerOf(conversation, turn);
  if (!found) {
    throw new AppError('noAnswer', l10n.t('There is no response to save as a test case.'), {
      hint: l10n.t('Send a message first.'),
    });
  }
  const uri = await fileFor(parts, session, found.question.id);
  if (uri === undefined) return;
  const name = promptFileName(uri);
  const text = await files.read(uri);
  if (text === undefined) throw new AppError('noPrompt', l10n.t('{0} doesn’t exist.', name));
  const prompt = readPrompt(text, name);
  const { cases = [] } = (tryParse(text) ?? {}) as JsonObject;
  if (!Array.isArray(cases)) {
    throw new AppError('badPrompt', l10n.t('“cases” in {0} isn’t a list.', name), {
      hint: l10n.t('Nothing was written. Fix the file first.'),
    });
  }
  const variables = valuesOf(conversation, found.question.id, prompt);
  const taken = new Set(items(cases).map((one) => (isObject(one) ? one.name : undefined)));
  const written: JsonObject = {
    name: nameOf(variables, taken, cases.length),
    ...(Object.keys(variables).length > 0 && { variables }),
    expect: expectationOf(found.answer),
  };
  const changed = addJsonItem(withJsonList(text, 'cases'), ['cases'], written);
  await files.edit(uri, changed, expectationIn(changed, cases.length));
  const { promptFile, promptSha256 } = session.conversation;
  // The session's own write isn't an external change.
  if (promptFile === uri && promptSha256 === sha256(text)) {
    session.change((head) => ({ ...head, promptSha256: sha256(changed) }));
  }
}

interface AnsweredQuestion {
  readonly question: UserTurn;
  readonly answer: ModelTurn;
}

function answerOf({ turns }: Conversation, id: string | undefined): AnsweredQuestion | undefined {
  const at = turns.findLastIndex(
    (turn) =>
      turn.role === 'model' &&
      (id === undefined || turn.id === id) &&
      expectationOf(turn).length > 0,
  );
  const answer = turns[at];
  const question = turns.slice(0, Math.max(0, at)).findLast((turn) => turn.role === 'user');
  return answer?.role === 'model' && question ? { question, answer } : undefined;
}

/** Returns the prompt file that matches the request. Undefined if dismissed. */
async function fileFor(
  parts: Parts,
  session: Pick<SessionAccess, 'conversation' | 'change'>,
  question: string,
): Promise<string | undefined> {
  const { files, prompts } = parts;
  const { conversation } = session;
  const { promptFile } = conversation;
  const linked = promptFile === undefined ? 'new' : await linkedFile(promptFile, parts);
  if (linked === undefined) return undefined;
  const uri = linked === 'new' ? undefined : linked.uri;
  const text = uri === undefined ? undefined : await files.read(uri);
  if (uri !== undefined && text !== undefined) {
    if (uri !== promptFile) session.change((head) => ({ ...head, promptFile: uri }));
    const name = promptFileName(uri);
    if (hasSameMessages(readPrompt(text, name), conversation, question)) return uri;
    const [save, add] = [l10n.t('Save as Prompt File…'), l10n.t('Add to {0}', name)];
    const chosen = await prompts.confirm(
      l10n.t('{0} sends a different prompt than this conversation.', name),
      {
        detail: l10n.t('A test case sends its file’s prompt with its own variable values.'),
        actions: [save, add],
      },
    );
    if (chosen !== save) return chosen === add ? uri : undefined;
  }
  return await savePrompt(parts, session, { text: '', over: false, upTo: question });
}

/** Ignores attachments, because they rarely identify a prompt. */
function hasSameMessages(
  { messages }: PromptFile,
  conversation: Conversation,
  question: string,
): boolean {
  const inFile = messages.map(({ attachments: _, ...message }) => withoutEmptyText(message));
  return isSameJson(inFile, messagesUpTo(conversation, question).map(withoutEmptyText));
}

function withoutEmptyText<T extends { readonly text?: string }>(message: T): Omit<T, 'text'> {
  const { text, ...rest } = message;
  return text ? message : rest;
}

function valuesOf(
  { turns, variables = {} }: Conversation,
  question: string,
  prompt: PromptFile,
): Variables {
  const end = turns.findIndex(({ id }) => id === question) + 1;
  const sent = turns
    .slice(0, end)
    .map((turn) => (turn.role === 'user' ? turn.template?.variables : undefined));
  const known: Variables = Object.assign({}, variables, ...sent) as Variables;
  return Object.fromEntries(
    promptVariables(prompt).flatMap((name) => {
      const value = Object.hasOwn(known, name) ? known[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function nameOf(variables: Variables, taken: ReadonlySet<unknown>, count: number): string {
  const values = Object.values(variables).join(', ').replace(/\s+/g, ' ').trim();
  const proposed = values.length > MAX_NAME_LENGTH ? '' : values;
  if (proposed !== '' && !taken.has(proposed)) return proposed;
  for (let number = count + 1; ; number += 1) {
    const name = proposed === '' ? l10n.t('Test case {0}', number) : `${proposed} (${number})`;
    if (!taken.has(name)) return name;
  }
}

function expectationIn(text: string, index: number): TextRange {
  const { tree } = parseJson(text);
  return rangeOfPath(tree, ['cases', index, 'expect', 0]) ?? { offset: 0, length: 0 };
}

/** Maximum number of JSON values to assert. Users can add more. */
const MAX_VALUES = 5;
/** Maximum length of an expected sentence, in characters. Longer ones rarely repeat. */
const MAX_SENTENCE_LENGTH = 200;

/** Models often wrap JSON in a code fence, even if not prompted to. */
const FENCE = /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/i;
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns assertions that this response passes: function calls, otherwise JSON values, otherwise the first
 * sentence. Empty if the response has no content.
 */
export function expectationOf({ content: { parts = [] } }: ModelTurn): readonly JsonObject[] {
  const calls = parts.flatMap(({ functionCall: call }): readonly JsonObject[] => {
    const { name, args } = call ?? {};
    if (name === undefined || name === '') return [];
    const hasArgs = isObject(args) && Object.keys(args).length > 0;
    return [{ type: 'called', name, ...(hasArgs && { args }) }];
  });
  if (calls.length > 0) return calls;
  const text = answerText(parts);
  const value = tryParse(FENCE.exec(text)?.[1] ?? text);
  if (Array.isArray(value) || isObject(value)) return jsonExpectations(value);
  const sentence = firstSentence(text);
  return sentence === '' ? [] : [{ type: 'contains', value: sentence }];
}

function jsonExpectations(value: JsonValue): readonly JsonObject[] {
  const found: JsonObject[] = [];
  look(value, '$');
  if (found.length > 0) return found;
  return [{ type: 'jsonSchema', schema: { type: Array.isArray(value) ? 'array' : 'object' } }];

  function look(part: JsonValue, path: string): void {
    if (found.length >= MAX_VALUES) return;
    if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) look(item as JsonValue, `${path}[${index}]`);
    } else if (isObject(part)) {
      for (const [name, item] of Object.entries(part)) {
        const step = PLAIN_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
        if (item !== undefined) look(item, path + step);
      }
    } else found.push({ type: 'jsonPath', path, value: part });
  }
}

function firstSentence(text: string): string {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const { segment } of sentences.segment(text)) {
    const sentence = segment.trim();
    if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
    if (sentence.length <= MAX_SENTENCE_LENGTH) return sentence;
    const end = sentence.lastIndexOf(' ', MAX_SENTENCE_LENGTH);
    return end > 0
      ? sentence.slice(0, end)
      : Array.from(sentence)
          .slice(0, MAX_SENTENCE_LENGTH / 2)
          .join('');
  }
  return text.trim();
}
