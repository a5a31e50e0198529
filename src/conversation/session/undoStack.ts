import type { Turn } from '../model/conversation';
import { hasSavableContent } from '../model/turns';

type Turns = readonly Turn[];

interface Change {
  readonly before: Turns;
  readonly after: Turns;
  /** Whether the change started a new response, which undo removes. The replaced turns are a branch. */
  readonly asked?: boolean;
  readonly text: string;
}

/** The turns after undo or redo. */
interface RestoredTurns extends Pick<Change, 'asked'> {
  readonly turns: Turns;
}

interface UndoOffer {
  readonly undo?: string;
  readonly redo?: string;
}

interface UndoneChange {
  readonly change: Change;
  readonly now: Turns;
  readonly then: Turns;
}

const MAX_CHANGES = 50;

/** Undo history of a conversation while its panel is open. */
export class UndoStack {
  #changes: Change[] = [];
  #undone: UndoneChange[] = [];

  /** Records a change unless it only removed an empty response. */
  note(change: Change): void {
    if (change.asked && !removesContent(change)) return;
    this.#changes = [...this.#changes.slice(1 - MAX_CHANGES), change];
    this.#undone = [];
  }

  clear(): void {
    this.#changes = [];
    this.#undone = [];
  }

  /** Returns the offered actions; undefined if the conversation has continued. */
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

  undoable(turns: Turns): string | undefined {
    const change = this.#changes.at(-1);
    return change && restored(change, turns) ? change.text : undefined;
  }

  /** Returns the turns before the last change; undefined if there is none. */
  undo(turns: Turns): RestoredTurns | undefined {
    const change = this.#changes.at(-1);
    const now = change && restored(change, turns);
    if (!change || !now) return undefined;
    this.#changes.pop();
    this.#undone.push({ change, now, then: turns });
    return restoredTurns(change, now);
  }

  /** Returns the turns before the last undo; undefined if they have changed since. */
  redo(turns: Turns): RestoredTurns | undefined {
    const undone = this.#redoable(turns);
    if (!undone) return undefined;
    this.#changes.push(undone.change);
    this.#undone.pop();
    return restoredTurns(undone.change, undone.then);
  }

  #redoable(turns: Turns): UndoneChange | undefined {
    const undone = this.#undone.at(-1);
    const isSame =
      undone?.now.length === turns.length && undone.now.every((turn, at) => turn === turns[at]);
    return isSame ? undone : undefined;
  }
}

function restoredTurns({ asked }: Change, turns: Turns): RestoredTurns {
  return { turns, ...(asked && { asked }) };
}

function removesContent({ before, after }: Change): boolean {
  const kept = new Map(after.map((turn) => [turn.id, turn]));
  return before.some((turn) => kept.get(turn.id) !== turn && hasSavableContent(turn));
}

/**
 * Reverts a change; undefined if its turns were modified. Preserves later turns, except the new response,
 * and changes to other turns.
 */
function restored({ before, after, asked }: Change, turns: Turns): Turns | undefined {
  if (!after.every(({ id }, at) => turns[at]?.id === id)) return undefined;
  const since = turns.slice(after.length);
  if (asked) {
    if (since.length > 1) return undefined;
    // The new response was empty and the previous one was restored automatically.
    const isBack = since.length === 1 && since[0]?.id === before.at(-1)?.id;
    if (isBack && after.every((turn, at) => turn === before[at])) return undefined;
  }
  const untouched = new Set(after);
  const now = new Map(turns.slice(0, after.length).map((turn) => [turn.id, turn]));
  const back = before.map((turn) => (untouched.has(turn) ? (now.get(turn.id) ?? turn) : turn));
  return asked ? back : [...back, ...since];
}
