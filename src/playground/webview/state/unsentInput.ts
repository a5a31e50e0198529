import { items } from '../../../base/json';
import type { KeptEdits } from '../../../webview/kit/localEdits';
import { questionsShape } from '../../../conversation/model/calls';
import type { QuestionRow } from '../../../conversation/model/decisionMode';
import { fieldsOf } from '../jsonFields';

/** Two related texts, such as name and passage, or message and response. */
export type Pair = readonly [first: string, second: string];

export interface MessagePrompt {
  readonly context: string;
  readonly examples: readonly Pair[];
}

/** Input that the host doesn't have, or may not have in this form. */
export interface UnsentInput {
  readonly settings?: KeptEdits<string>;
  readonly variables?: KeptEdits<string>;
  readonly passages?: KeptEdits<readonly Pair[]>;
  readonly messagePrompt?: KeptEdits<MessagePrompt>;
  readonly author?: KeptEdits<string>;
  readonly questions?: KeptEdits<readonly QuestionRow[]>;
  readonly title?: UnsentTitle;
}

export interface UnsentTitle {
  readonly conversation: string;
  readonly text: string;
}

export type UnsentParts = { readonly [N in keyof UnsentInput]: UnsentInput[N] | undefined };

/** Maximum saved length, in UTF-16 units: each change writes the full page state. */
export const MAX_SAVED_LENGTH = 1_000_000;

export function parseUnsent(value: unknown): UnsentInput | undefined {
  const fields = fieldsOf(value);
  const unsent = present({
    settings: parseEdits(fields.settings, parseText),
    variables: parseEdits(fields.variables, parseText),
    passages: parseEdits(fields.passages, parsePairs),
    messagePrompt: parseEdits(fields.messagePrompt, parseMessagePrompt),
    author: parseEdits(fields.author, parseText),
    questions: parseEdits(fields.questions, parseQuestions),
    title: parseTitle(fields.title),
  });
  return Object.keys(unsent).length > 0 ? unsent : undefined;
}

/** Returns the input to save. Empty if there's no input or too much. */
export function unsentToSave(parts: UnsentParts): { readonly unsent?: UnsentInput } {
  const unsent = present(parts);
  const length = unsentLength(unsent);
  return length > 0 && length <= MAX_SAVED_LENGTH ? { unsent } : {};
}

/** JSON length, in UTF-16 units. */
export function unsentLength(unsent: UnsentInput): number {
  return Object.keys(unsent).length > 0 ? JSON.stringify(unsent).length : 0;
}

function present(parts: UnsentParts): UnsentInput {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

function parseEdits<T>(
  value: unknown,
  parse: (value: unknown) => T | undefined,
): KeptEdits<T> | undefined {
  const { owner, edits } = fieldsOf(value);
  if (typeof owner !== 'string') return undefined;
  const parsed = items(edits).flatMap((entry): readonly (readonly [string, T])[] => {
    const [key, edit] = items(entry);
    const typed = parse(edit);
    return typeof key === 'string' && typed !== undefined ? [[key, typed]] : [];
  });
  return parsed.length > 0 ? { owner, edits: parsed } : undefined;
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parsePairs(value: unknown): readonly Pair[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((pair): readonly Pair[] => {
    const [first, second] = items(pair);
    return typeof first === 'string' && typeof second === 'string' ? [[first, second]] : [];
  });
}

function parseQuestions(value: unknown): readonly QuestionRow[] | undefined {
  try {
    return questionsShape.parse(value);
  } catch {
    return undefined;
  }
}

function parseMessagePrompt(value: unknown): MessagePrompt | undefined {
  const { context, examples } = fieldsOf(value);
  const pairs = parsePairs(examples);
  return typeof context === 'string' && pairs ? { context, examples: pairs } : undefined;
}

function parseTitle(value: unknown): UnsentTitle | undefined {
  const { conversation, text } = fieldsOf(value);
  if (typeof conversation !== 'string' || typeof text !== 'string') return undefined;
  return { conversation, text };
}
