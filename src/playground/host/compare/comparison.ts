import { DisposableStore, type Disposable } from '../../../base/disposable';
import { AppError } from '../../../base/errors';
import { Emitter } from '../../../base/event';
import { FEWEST_COLUMNS, MOST_COLUMNS } from '../../compare';
import type { Conversation, ModelTurn } from '../../conversation';
import { newId } from '../conversationFile';
import { withMessage } from '../message';
import type { Opened } from '../openConversation';
import { lostWithTab } from '../saveFailure';
import type { SessionServices } from '../services';
import { Session } from '../session';
import { lastAnswer } from '../transcript';
import type { Interruption } from '../verdict';

/** A column: a session of its own, under the name of its channel. */
export interface Column {
  readonly name: string;
  readonly session: Session;
}

/** Several sessions that are asked the same. */
export class Comparison implements Disposable {
  readonly #services: SessionServices;
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #columns: readonly Column[] = [];
  #count = 0;
  /** By it the list of conversations knows what belongs together. */
  readonly #id: string;
  #nextColumn: number;
  /** Columns came or went. */
  readonly onDidChange = this.#changed.event;

  constructor(conversations: readonly Opened[], services: SessionServices) {
    this.#services = services;
    this.#disposables.add(this.#changed);
    const former = conversations.flatMap(({ conversation }) => conversation.comparison ?? []);
    this.#id = former[0]?.id ?? newId();
    this.#nextColumn = Math.max(0, ...former.map(({ column }) => column + 1));
    for (const opened of conversations.slice(0, MOST_COLUMNS)) this.#open(opened);
  }

  /** From left to right. */
  get columns(): readonly Column[] {
    return this.#columns;
  }

  /**
   * Sends a message to all columns, with what is attached to the first. Throws `AppError` where one of them
   * can't send it: then nothing has changed.
   */
  async send(text: string): Promise<void> {
    const { l10n } = this.#services;
    const [first] = this.#columns;
    if (!first) return;
    const attached = first.session.attachments.parts;
    for (const { session } of this.#columns) {
      session.refuseWhileStreaming();
      withMessage(session.conversation, text, attached, session.target, l10n);
    }
    await Promise.all(this.#columns.map(({ session }) => session.send(text, attached)));
  }

  stop(): void {
    for (const { session } of this.#columns) session.stop();
  }

  /** Adds a column with what was said in the last one; its first answer of its own is the next. */
  add(): Column {
    const { l10n, clock } = this.#services;
    if (this.#columns.length >= MOST_COLUMNS) {
      throw new AppError('tooMany', l10n.t('At most {0} columns are possible.', MOST_COLUMNS));
    }
    const last = this.#columns.at(-1)?.session;
    last?.refuseWhileStreaming();
    if (!last) throw new AppError('noColumn', l10n.t('There is no column to go on from.'));
    const time = new Date(clock.now()).toISOString();
    const { attachments: _, comparison: _former, ...conversation } = last.conversation;
    const copy: Conversation = {
      ...conversation,
      ...{ id: newId(), revision: 0, createTime: time, updateTime: time },
      // The page has both, and knows turns by their ids.
      turns: conversation.turns.map((turn) => ({ ...turn, id: newId() })),
    };
    const column = this.#open({ conversation: copy });
    if (copy.turns.length > 0) column.session.keep();
    this.#changed.fire();
    return column;
  }

  /**
   * Takes a column away; its conversation stays on disk, from now on by itself unless it is `kept` as a column. Throws
   * `AppError` (`notSaved`) where it is not all there.
   */
  async remove(name: string, kept = false): Promise<void> {
    const { l10n } = this.#services;
    if (this.#columns.length <= FEWEST_COLUMNS) {
      throw new AppError('tooFew', l10n.t('At least {0} columns are needed.', FEWEST_COLUMNS));
    }
    const gone = this.#columns.find((column) => column.name === name);
    this.#columns = this.#columns.filter((column) => column !== gone);
    this.#changed.fire();
    if (!kept) gone?.session.leaveComparison();
    if (!gone || (await gone.session.close())) return;
    throw lostWithTab(gone.session.state.title, l10n);
  }

  /** The last answers of the columns that have one. */
  answers(): readonly { readonly column: Column; readonly answer: ModelTurn }[] {
    return this.#columns.flatMap((column) => {
      const answer = lastAnswer(column.session.conversation);
      return answer ? [{ column, answer }] : [];
    });
  }

  /** Stops what streams, and resolves to whether everything is on disk. */
  async close(by?: Interruption): Promise<boolean> {
    this.#disposables.dispose();
    const saved = await Promise.all(this.#columns.map(({ session }) => session.close(by)));
    return saved.every(Boolean);
  }

  dispose(): void {
    void this.close();
  }

  #open(opened: Opened): Column {
    const { comparison } = opened.conversation;
    const conversation: Conversation = {
      ...opened.conversation,
      comparison:
        comparison?.id === this.#id ? comparison : { id: this.#id, column: this.#nextColumn++ },
    };
    const session = new Session({ ...opened, conversation }, this.#services);
    const column = { name: `column${++this.#count}`, session };
    this.#columns = [...this.#columns, column];
    return column;
  }
}
