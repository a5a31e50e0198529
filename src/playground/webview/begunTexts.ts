import type { EditRequest } from './editing/editRequest';
import { record } from './record';

/** What was written in the field of a turn, or of a message beside it. */
export type BegunEdit = EditRequest & { readonly text: string };

/** What was typed as the result of a call. */
export interface BegunResult {
  readonly turn: string;
  /** Its number in the turn, and its name. */
  readonly call: string;
  readonly text: string;
  /** It is to be the usual one. */
  readonly keep: boolean;
}

export type BegunText = BegunEdit | BegunResult;

/** UTF-16 units of all that is kept: a page's state is written whole with each change. */
const MOST = 1_000_000;

/** Texts that were begun in fields of turns, and are neither saved nor sent. */
export class BegunTexts {
  readonly #texts: Map<string, BegunText>;
  readonly #onDidChange: () => void;

  constructor(kept: readonly BegunText[], onDidChange: () => void) {
    this.#texts = new Map(kept.map((text) => [keyOf(text), text]));
    this.#onDidChange = onDidChange;
  }

  /** What is to be there after a reload; without what is too long for that. */
  get kept(): readonly BegunText[] {
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

  edit(turn: string): BegunEdit | undefined {
    const found = this.#texts.get(keyOf({ turn }));
    return found && !('call' in found) ? found : undefined;
  }

  result(turn: string, call: string): BegunResult | undefined {
    const found = this.#texts.get(keyOf({ turn, call }));
    return found && 'call' in found ? found : undefined;
  }

  put(text: BegunText): void {
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

  #dropWhere(isGone: (text: BegunText) => boolean): void {
    for (const text of this.#texts.values()) if (isGone(text)) this.drop(text);
  }
}

/** Takes what was kept, by this version or another one; what doesn't fit is left out. */
export function parseBegunTexts(value: unknown): readonly BegunText[] {
  return Array.isArray(value) ? value.flatMap(parseBegunText) : [];
}

function parseBegunText(value: unknown): readonly BegunText[] {
  const { turn, text, call, keep, ...request } = record(value);
  if (typeof turn !== 'string' || typeof text !== 'string') return [];
  if (typeof call === 'string') return [{ turn, text, call, keep: keep === true }];
  const place = (['here', 'before', 'after'] as const).find((one) => one === request.place);
  const role = (['user', 'model'] as const).find((one) => one === request.role);
  return place && role ? [{ turn, text, place, role }] : [];
}

function keyOf({ turn, call = '' }: { readonly turn: string; readonly call?: string }): string {
  return `${turn} ${call}`;
}
