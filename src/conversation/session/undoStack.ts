import type { Turn } from '../model/conversation';
import { isKept } from '../answer/mergeAnswer';

type Turns = readonly Turn[];

/** A change of the turns that can be taken back. */
interface Change {
  readonly before: Turns;
  readonly after: Turns;
  /** A new answer comes after it, and goes when it is taken back. */
  readonly asked?: boolean;
  /** What was done, as a sentence. */
  readonly text: string;
}

/** What can be taken back, and what can be made again, as the panel says it. */
interface UndoOffer {
  readonly undo?: string;
  readonly redo?: string;
}

/** A change that was taken back: how the turns are since, and how they were before. */
interface Undone {
  readonly change: Change;
  readonly now: Turns;
  readonly then: Turns;
}

/** So many changes can be taken back, one after the other. */
const MOST = 50;

/** The changes of the turns of one conversation, for as long as its panel is open. */
export class UndoStack {
  #changes: Change[] = [];
  /** What was taken back, the last one at the end. */
  #undone: Undone[] = [];

  /** Notes a change. One that took nothing away but an answer without content is none. */
  note(change: Change): void {
    if (change.asked && !takesSomething(change)) return;
    this.#changes = [...this.#changes.slice(1 - MOST), change];
    this.#undone = [];
  }

  clear(): void {
    this.#changes = [];
    this.#undone = [];
  }

  /** What the panel offers beside these turns: nothing any more once the conversation went on. */
  offer(turns: Turns): UndoOffer | undefined {
    const redo = this.#redoable(turns)?.change.text;
    const undo = this.#offeredUndo(turns);
    if (redo === undefined && undo === undefined) return undefined;
    return { ...(undo !== undefined && { undo }), ...(redo !== undefined && { redo }) };
  }

  #offeredUndo(turns: Turns): string | undefined {
    const change = this.#changes.at(-1);
    if (!change || !restored(change, turns)) return undefined;
    const isOver = turns.length - change.after.length > (change.asked ? 1 : 0);
    return isOver ? undefined : change.text;
  }

  /** What the last change did, if it can be taken back from these turns. */
  undoable(turns: Turns): string | undefined {
    const change = this.#changes.at(-1);
    return change && restored(change, turns) ? change.text : undefined;
  }

  /** The turns with the last change taken back; undefined where there is none. */
  undo(turns: Turns): Turns | undefined {
    const change = this.#changes.at(-1);
    const now = change && restored(change, turns);
    if (!change || !now) return undefined;
    this.#changes.pop();
    this.#undone.push({ change, now, then: turns });
    return now;
  }

  /** The turns as they were before the last change was taken back; undefined where they changed since. */
  redo(turns: Turns): Turns | undefined {
    const undone = this.#redoable(turns);
    if (!undone) return undefined;
    this.#changes.push(undone.change);
    this.#undone.pop();
    return undone.then;
  }

  #redoable(turns: Turns): Undone | undefined {
    const undone = this.#undone.at(-1);
    const isSame =
      undone?.now.length === turns.length && undone.now.every((turn, at) => turn === turns[at]);
    return isSame ? undone : undefined;
  }
}

function takesSomething({ before, after }: Change): boolean {
  const kept = new Map(after.map((turn) => [turn.id, turn]));
  return before.some(
    (turn) => kept.get(turn.id) !== turn && (turn.role === 'user' || isKept(turn)),
  );
}

/**
 * The turns with a change taken back; undefined where they are not what it made of them. What was said
 * since stays, but the answer that was asked for instead; and so does what changed in other turns.
 */
function restored({ before, after, asked }: Change, turns: Turns): Turns | undefined {
  if (!after.every(({ id }, at) => turns[at]?.id === id)) return undefined;
  const since = turns.slice(after.length);
  if (asked) {
    if (since.length > 1) return undefined;
    // The new answer brought nothing, and the earlier one came back by itself.
    const isBack = since.length === 1 && since[0]?.id === before.at(-1)?.id;
    if (isBack && after.every((turn, at) => turn === before[at])) return undefined;
  }
  const untouched = new Set(after);
  const now = new Map(turns.slice(0, after.length).map((turn) => [turn.id, turn]));
  const back = before.map((turn) => (untouched.has(turn) ? (now.get(turn.id) ?? turn) : turn));
  return asked ? back : [...back, ...since];
}
