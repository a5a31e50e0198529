import { signal } from '@preact/signals';
import { items } from '../../../base/json';
import { questionsShape } from '../../../conversation/model/calls';
import type { QuestionRow } from '../../../conversation/model/decisionMode';
import type { PlaygroundEvent, PlaygroundState } from '../../../conversation/model/protocol';
import type { KeptEdits } from '../../../webview/kit/localEdits';
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

/** The edited text: a turn, or a new message before or after a turn. */
export type EditRequest = Omit<Extract<PlaygroundEvent, { readonly name: 'edit' }>, 'name'>;

type UnsavedTurnText = EditRequest & { readonly text: string };

export interface TurnEdit extends UnsavedTurnText {
  /** Original text. Undefined after a reload until the turn is shown. */
  readonly before?: string;
  readonly wantsFocus?: true;
}

export interface UnsavedResult {
  readonly turn: string;
  readonly call: string;
  readonly text: string;
  readonly keep: boolean;
}

export type UnsavedEdit = UnsavedTurnText | UnsavedResult;

type Entry = TurnEdit | UnsavedResult;

export class UnsavedEdits {
  readonly #entries = signal<ReadonlyMap<string, Entry>>(new Map());
  readonly #onDidChange: () => void;

  constructor(kept: readonly UnsavedEdit[], onDidChange: () => void) {
    this.#entries.value = new Map(kept.map((text) => [keyOf(text), text]));
    this.#onDidChange = onDidChange;
  }

  /** Edits to restore after a reload, except unchanged and too long ones. */
  get kept(): readonly UnsavedEdit[] {
    let left = MAX_SAVED_LENGTH;
    return [...this.#entries.peek().values()].flatMap((entry): readonly UnsavedEdit[] => {
      const { length } = entry.text;
      if (!isWritten(entry) || length > left) return [];
      left -= length;
      if ('call' in entry) return [entry];
      const { turn, place, role, text } = entry;
      return [{ turn, place, role, text }];
    });
  }

  /** Length of the saved edits, in UTF-16 units. */
  get length(): number {
    return this.kept.reduce((sum, { text }) => sum + text.length, 0);
  }

  edit(turn: string): TurnEdit | undefined {
    const found = this.#entries.value.get(keyOf({ turn }));
    return found && !('call' in found) ? found : undefined;
  }

  result(turn: string, call: string): UnsavedResult | undefined {
    const found = this.#entries.value.get(keyOf({ turn, call }));
    return found && 'call' in found ? found : undefined;
  }

  /**
   * Opens and focuses a field. Keeps a field with changes.
   * @param before initial text
   */
  open(request: EditRequest, before: string): void {
    const open = this.#entries.peek().get(keyOf({ turn: request.turn }));
    const stays = open && !('call' in open) && isWritten(open) ? open : undefined;
    this.put({ ...(stays ?? { ...request, text: before, before }), wantsFocus: true });
  }

  put(entry: Entry): void {
    this.#entries.value = new Map(this.#entries.peek()).set(keyOf(entry), entry);
    this.#onDidChange();
  }

  drop(field: { readonly turn: string; readonly call?: string }): void {
    const key = keyOf(field);
    this.#dropWhere((entry) => keyOf(entry) === key);
  }

  dropResults(turn: string): void {
    this.#dropWhere((entry) => 'call' in entry && entry.turn === turn);
  }

  /** Drops edits of deleted turns. Turns of other branches and of a response in progress are only hidden. */
  retain(panels: readonly Pick<PlaygroundState, 'turns' | 'streaming' | 'branches'>[]): void {
    if (this.#entries.peek().size === 0) return;
    if (panels.some(({ streaming, branches }) => (streaming ?? branches) !== undefined)) return;
    const known = new Set(panels.flatMap(({ turns }) => turns.map(({ id }) => id)));
    this.#dropWhere(({ turn }) => !known.has(turn));
  }

  #dropWhere(isGone: (entry: Entry) => boolean): void {
    const before = this.#entries.peek();
    const left = [...before].filter(([, entry]) => !isGone(entry));
    if (left.length === before.size) return;
    this.#entries.value = new Map(left);
    this.#onDidChange();
  }
}

function isWritten(entry: Entry): boolean {
  return 'call' in entry || entry.text !== entry.before;
}

/** Parses saved edits of any version. Ignores invalid ones. */
export function parseUnsavedEdits(value: unknown): readonly UnsavedEdit[] {
  return Array.isArray(value) ? value.flatMap(parseUnsavedEdit) : [];
}

function parseUnsavedEdit(value: unknown): readonly UnsavedEdit[] {
  const { turn, text, call, keep, ...request } = fieldsOf(value);
  if (typeof turn !== 'string' || typeof text !== 'string') return [];
  if (typeof call === 'string') return [{ turn, text, call, keep: keep === true }];
  const place = (['here', 'before', 'after'] as const).find((one) => one === request.place);
  const role = (['user', 'model'] as const).find((one) => one === request.role);
  return place && role ? [{ turn, text, place, role }] : [];
}

function keyOf({ turn, call = '' }: { readonly turn: string; readonly call?: string }): string {
  return `${turn} ${call}`;
}
