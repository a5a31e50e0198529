import type { PlaygroundEvent } from '../protocol';
import { fieldsOf } from './jsonFields';

/** Which text is written: that of a turn, or of a message before or after it. */
export type EditRequest = Omit<Extract<PlaygroundEvent, { readonly name: 'edit' }>, 'name'>;

/** What was written in the field of a turn, or of a message beside it. */
export type UnsavedTurnText = EditRequest & { readonly text: string };

/** What was typed as the result of a call. */
export interface UnsavedResult {
  readonly turn: string;
  /** Its number in the turn, and its name. */
  readonly call: string;
  readonly text: string;
  /** It is to be the mock result from now on. */
  readonly keep: boolean;
}

export type UnsavedEdit = UnsavedTurnText | UnsavedResult;

/** UTF-16 units of all that is kept: a page's state is written whole with each change. */
const MOST = 1_000_000;

/** Texts that were begun in fields of turns, and are neither saved nor sent. */
export class UnsavedEdits {
  readonly #texts: Map<string, UnsavedEdit>;
  readonly #onDidChange: () => void;

  constructor(kept: readonly UnsavedEdit[], onDidChange: () => void) {
    this.#texts = new Map(kept.map((text) => [keyOf(text), text]));
    this.#onDidChange = onDidChange;
  }

  /** What is to be there after a reload; without what is too long for that. */
  get kept(): readonly UnsavedEdit[] {
    let left = MOST;
    return [...this.#texts.values()].filter(({ text: { length } }) => {
      if (length > left) return false;
      left -= length;
      return true;
    });
  }

  /** Length of what is kept, in UTF-16 units. */
  get length(): number {
    return this.kept.reduce((sum, { text }) => sum + text.length, 0);
  }

  edit(turn: string): UnsavedTurnText | undefined {
    const found = this.#texts.get(keyOf({ turn }));
    return found && !('call' in found) ? found : undefined;
  }

  result(turn: string, call: string): UnsavedResult | undefined {
    const found = this.#texts.get(keyOf({ turn, call }));
    return found && 'call' in found ? found : undefined;
  }

  put(text: UnsavedEdit): void {
    this.#texts.set(keyOf(text), text);
    this.#onDidChange();
  }

  /** Forgets the text of a turn, or of one of its calls. */
  drop(field: { readonly turn: string; readonly call?: string }): void {
    if (this.#texts.delete(keyOf(field))) this.#onDidChange();
  }

  /** Forgets what was typed for the calls of a turn. */
  dropResults(turn: string): void {
    this.#dropWhere((text) => 'call' in text && text.turn === turn);
  }

  /** Forgets what belongs to turns that are gone. */
  retain(turns: readonly { readonly id: string }[]): void {
    if (this.#texts.size === 0) return;
    const known = new Set(turns.map(({ id }) => id));
    this.#dropWhere(({ turn }) => !known.has(turn));
  }

  #dropWhere(isGone: (text: UnsavedEdit) => boolean): void {
    for (const text of this.#texts.values()) if (isGone(text)) this.drop(text);
  }
}

/** Takes what was kept, by this version or another one; what doesn't fit is left out. */
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
