import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { AppError, errorCode, errorMessage } from '../../base/errors';
import type { Log } from '../../platform/log';
import type { Conversation, Failure, ModelTurn, Turn } from '../model/conversation';
import { hasSavableContent } from '../model/turns';
import type {
  ConversationStore,
  ConversationWriter,
  OpenedConversation,
} from '../store/conversationStore';
import { moveOrphanedBranches } from '../store/branches';
import { updateTitle, withTurn } from '../store/transcript';

interface DocumentOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Sets or removes a notice on a topic. Returns whether it changed. */
  readonly notify: (topic: 'file' | 'saving', notice: Failure | undefined) => boolean;
  /** Called when the document changes on its own: a copy with a new ID, or a changed notice. */
  readonly onDidChange: () => void;
}

type Live = () => ModelTurn;

/** A conversation in memory and its file. Changes are saved with a short delay. */
export class ConversationDocument {
  readonly #options: DocumentOptions;
  readonly #writer: ConversationWriter;
  #conversation: Conversation;
  #live: Live | undefined;
  #kept: Live | undefined;
  #isSaved = true;

  constructor(opened: OpenedConversation, options: DocumentOptions) {
    this.#options = options;
    this.#conversation = opened.conversation;
    options.notify('file', opened.notice);
    this.#writer = options.store.writer(
      {
        onForked: (copy) => this.#onForked(copy),
        onFailed: (error) => this.#onFailed(error),
        onWritten: () => this.#onWritten(),
      },
      opened.known,
    );
  }

  get value(): Conversation {
    return this.#live ? withTurn(this.#conversation, this.#live()) : this.#conversation;
  }

  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** The conversation without the streaming turn, which is cheap to get. */
  get head(): Conversation {
    return this.#conversation;
  }

  update(change: (conversation: Conversation) => Conversation): void {
    this.adopt(change);
    const updateTime = new Date(this.#options.clock.now()).toISOString();
    this.#conversation = { ...this.#conversation, updateTime };
    this.touch();
  }

  /** Applies an automatic change, which alone doesn't create a file. */
  adopt(change: (conversation: Conversation) => Conversation): void {
    const before = this.#conversation;
    this.#conversation = moveOrphanedBranches(before, updateTitle(before, change(before)));
  }

  /**
   * Starts streaming a turn, or ends it with undefined. The file gets `kept` in case the process
   * ends early.
   */
  stream(live: Live | undefined, kept = live): void {
    this.#live = live;
    this.#kept = kept;
  }

  touch(): void {
    this.#writer.save(() =>
      this.#kept ? withTurn(this.#conversation, this.#kept()) : this.#conversation,
    );
  }

  /** Resolves when the conversation is saved, or when a notice shows the failure. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  #onForked({ id, title }: { readonly id: string; readonly title: string }): void {
    this.#conversation = { ...this.#conversation, id, title };
    this.#tell('file', {
      message: l10n.t('This conversation was also changed in another window.'),
      hint: l10n.t('Both versions were saved. This one is now “{0}”.', title),
      fixes: [],
    });
  }

  #onFailed(error: unknown): void {
    const { log } = this.#options;
    this.#isSaved = false;
    log.error(`playground: couldn’t save a conversation: ${errorMessage(error)}`);
    this.#tell('saving', describeSaveFailure(error));
  }

  #onWritten(): void {
    this.#isSaved = true;
    this.#tell('saving', undefined);
  }

  #tell(...notice: Parameters<DocumentOptions['notify']>): void {
    const [topic] = notice;
    if (this.#options.notify(...notice) || topic === 'file') this.#options.onDidChange();
  }
}

/**
 * Describes a failed write. The text doesn't depend on the file, so that equal causes are shown
 * once.
 */
function describeSaveFailure(error: unknown): Failure {
  return {
    message: messageFor(error),
    hint: l10n.t('The conversation is still open and will be saved with the next message.'),
    fixes: ['showLog'],
  };
}

export function notSavedError(): AppError {
  return new AppError(
    'notSaved',
    l10n.t(
      'Couldn’t save this conversation, so it stays open. To start a new one, open another playground.',
    ),
  );
}

export function lostConversationError(title: string): AppError {
  return new AppError('notSaved', l10n.t('The end of the conversation “{0}” was lost.', title), {
    hint: l10n.t('Couldn’t save it before its tab was closed. See the log for details.'),
  });
}

function messageFor(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('Couldn’t save this conversation because the disk is full.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t('Couldn’t save this conversation because its folder is write-protected.');
    default:
      // Without the name of the temporary file, which is random.
      return l10n.t(
        'Couldn’t save this conversation: {0}.',
        errorMessage(error).replace(/, \w+ '[^']*'.*$/, ''),
      );
  }
}

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
