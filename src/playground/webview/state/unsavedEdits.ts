import { signal } from '@preact/signals';
import type { PlaygroundEvent } from '../../../conversation/model/protocol';
import { fieldsOf } from '../jsonFields';
import { MOST_KEPT } from './unsent';

/** Which text is written: that of a turn, or of a message before or after it. */
export type EditRequest = Omit<Extract<PlaygroundEvent, { readonly name: 'edit' }>, 'name'>;

/** What was written in the field of a turn, or of a message beside it. */
type UnsavedTurnText = EditRequest & { readonly text: string };

/** A text of a turn in its field: the field is open as long as there is one. */
export interface TurnEdit extends UnsavedTurnText {
  /** What stood there before; absent after a reload, until the turn is shown. */
  readonly before?: string;
  /** The field is to take the focus. */
  readonly wantsFocus?: true;
}

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

type Entry = TurnEdit | UnsavedResult;

/** Texts that were begun in fields of turns, and are neither saved nor sent. What reads them is drawn again. */
export class UnsavedEdits {
  readonly #entries = signal<ReadonlyMap<string, Entry>>(new Map());
  readonly #onDidChange: () => void;

  constructor(kept: readonly UnsavedEdit[], onDidChange: () => void) {
    this.#entries.value = new Map(kept.map((text) => [keyOf(text), text]));
    this.#onDidChange = onDidChange;
  }

  /** What is to be there after a reload; without what is too long for that, and fields that nobody wrote in. */
  get kept(): readonly UnsavedEdit[] {
    let left = MOST_KEPT;
    return [...this.#entries.peek().values()].flatMap((entry): readonly UnsavedEdit[] => {
      const { length } = entry.text;
      if (!isWritten(entry) || length > left) return [];
      left -= length;
      if ('call' in entry) return [entry];
      const { turn, place, role, text } = entry;
      return [{ turn, place, role, text }];
    });
  }

  /** Length of what is kept, in UTF-16 units. */
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
   * Opens the field of a turn, which takes the focus; one in which something was written stays.
   * @param before what stands in it at first
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

  /** Forgets the text of a turn, or of one of its calls; the field is closed with it. */
  drop(field: { readonly turn: string; readonly call?: string }): void {
    const key = keyOf(field);
    this.#dropWhere((entry) => keyOf(entry) === key);
  }

  /** Forgets what was typed for the calls of a turn. */
  dropResults(turn: string): void {
    this.#dropWhere((entry) => 'call' in entry && entry.turn === turn);
  }

  /** Forgets what belongs to turns that are gone. */
  retain(turns: readonly { readonly id: string }[]): void {
    if (this.#entries.peek().size === 0) return;
    const known = new Set(turns.map(({ id }) => id));
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

/** Whether something else stands there than before. */
function isWritten(entry: Entry): boolean {
  return 'call' in entry || entry.text !== entry.before;
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
