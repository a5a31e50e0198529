import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { AppError, errorMessage } from '../../../base/errors';
import { Emitter } from '../../../base/event';
import { plainText } from '../../../platform/plainText';
import type { Prompts } from '../../../platform/prompts';
import type { TextDocuments } from '../../../platform/textDocuments';
import type { Handlers } from '../../../webview/rpc';
import {
  type CompareProtocol,
  MAX_COLUMNS,
  MIN_COLUMNS,
  type ModelInfo,
} from '../../../conversation/model/protocol';
import {
  type Conversation,
  DEFAULT_MODE,
  type ModelTurn,
  type PlaygroundMode,
} from '../../../conversation/model/conversation';
import { turnText } from '../../../conversation/model/turns';
import { withNewTurnIds } from '../../../conversation/store/branches';
import type { SessionServices } from '../../../conversation/session/context';
import { lostConversationError } from '../../../conversation/session/conversationDocument';
import { newId } from '../../../conversation/store/conversationFile';
import { withMessage } from '../../../conversation/request/conversationRequest';
import { versionOf } from '../../../conversation/request/resolveTarget';
import { canDo, firstMode } from '../../../conversation/model/modes';
import type { OpenedConversation } from '../../../conversation/store/conversationStore';
import type { OpenSession } from '../panelDeps';
import type { Pickers } from '../pickers';
import { Session } from '../../../conversation/session/session';
import { type InitialState, lastAnswer } from '../../../conversation/store/transcript';
import type { Interruption } from '../../../conversation/answer/turnResult';

export interface Column {
  readonly name: string;
  readonly session: Session;
}

export class Comparison implements Disposable {
  readonly #services: SessionServices;
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #columns: readonly Column[] = [];
  #count = 0;
  /** Lets the history group the conversations of one comparison. */
  readonly #id: string;
  #nextColumn: number;
  readonly onDidChange = this.#changed.event;

  constructor(conversations: readonly OpenedConversation[], services: SessionServices) {
    this.#services = services;
    this.#disposables.add(this.#changed);
    const former = conversations.flatMap(({ conversation }) => conversation.comparison ?? []);
    this.#id = former[0]?.id ?? newId();
    this.#nextColumn = Math.max(0, ...former.map(({ column }) => column + 1));
    for (const opened of conversations.slice(0, MAX_COLUMNS)) this.#open(opened);
  }

  get columns(): readonly Column[] {
    return this.#columns;
  }

  /**
   * Sends a message to all columns, with the attachments of the first one.
   * @throws AppError if a column can't send; no column changes in that case
   */
  async send(text: string): Promise<void> {
    const [first] = this.#columns;
    if (!first) return;
    await first.session.attachments.refresh();
    const attached = first.session.attachments.parts;
    for (const { session } of this.#columns) {
      session.refuseWhileStreaming();
      withMessage(session.conversation, text, attached, session.target);
    }
    await Promise.all(this.#columns.map(({ session }) => session.send(text, attached)));
  }

  stop(): void {
    for (const { session } of this.#columns) session.stop();
  }

  add(): Column {
    const { clock } = this.#services;
    if (this.#columns.length >= MAX_COLUMNS) {
      throw new AppError('tooMany', l10n.t('The maximum is {0} columns.', MAX_COLUMNS));
    }
    const last = this.#columns.at(-1)?.session;
    last?.refuseWhileStreaming();
    if (!last) throw new AppError('noColumn', l10n.t('There is no column to continue from.'));
    const column = this.#open({ conversation: columnCopy(last.conversation, clock.now()) });
    this.#changed.fire();
    return column;
  }

  /**
   * Removes a column. Its conversation stays on disk and leaves the comparison unless `kept`.
   * @throws AppError `notSaved` if the conversation isn't fully on disk
   */
  async remove(name: string, kept = false): Promise<void> {
    if (this.#columns.length <= MIN_COLUMNS) {
      throw new AppError('tooFew', l10n.t('The minimum is {0} columns.', MIN_COLUMNS));
    }
    const gone = this.#columns.find((column) => column.name === name);
    this.#columns = this.#columns.filter((column) => column !== gone);
    this.#changed.fire();
    if (!kept) gone?.session.leaveComparison();
    if (!gone || (await gone.session.close())) return;
    throw lostConversationError(gone.session.state.title);
  }

  answers(): readonly { readonly column: Column; readonly answer: ModelTurn }[] {
    return this.#columns.flatMap((column) => {
      const answer = lastAnswer(column.session.conversation);
      return answer ? [{ column, answer }] : [];
    });
  }

  async close(by?: Interruption): Promise<boolean> {
    this.#disposables.dispose();
    const saved = await Promise.all(this.#columns.map(({ session }) => session.close(by)));
    return saved.every(Boolean);
  }

  dispose(): void {
    void this.close();
  }

  #open(opened: OpenedConversation): Column {
    const { comparison } = opened.conversation;
    const conversation: Conversation = {
      ...opened.conversation,
      comparison:
        comparison?.id === this.#id ? comparison : { id: this.#id, column: this.#nextColumn++ },
    };
    const session = new Session({ ...opened, conversation }, this.#services);
    const column = { name: `column${++this.#count}`, session };
    this.#columns = [...this.#columns, column];
    if (conversation.revision === 0 && conversation.turns.length > 0) session.keep();
    return column;
  }
}

/**
 * Returns the initial model, or the first suitable one, and the next model with the same capabilities.
 * @param isOfPreset whether the model is that of a preset, which the connection may not have
 */
export async function comparedModels(
  first: InitialState,
  { models, connections, log }: Pick<SessionServices, 'models' | 'connections' | 'log'>,
  isOfPreset = false,
): Promise<readonly [string, string]> {
  const connection = connections.find(first.connection);
  if (!connection) return [first.model, first.model];
  try {
    const where = { connection: connection.id, version: versionOf(first, connection) };
    const listed = await models.list(where.connection, where.version);
    const canServe = (mode: PlaygroundMode, info: ModelInfo): boolean =>
      info.methods !== undefined && canDo(mode, info);
    const isMissing = isOfPreset && (await models.isMissing({ ...where, model: first.model }));
    const wanted = first.mode ?? DEFAULT_MODE;
    const other = listed.find((info) => canServe(wanted, info))?.name ?? '';
    const model = isMissing ? other : first.model || other;
    const known = listed.find(({ name }) => name === model);
    const mode = first.mode ?? (known && firstMode(known)) ?? DEFAULT_MODE;
    const alike = listed.find((info) => info.name !== model && canServe(mode, info));
    return [model, alike?.name ?? model];
  } catch (error) {
    log.warn(`compare: models.list: ${errorMessage(error)}`);
    return [first.model, first.model];
  }
}

/** Copies a conversation for a column, without unsent text and attachments. `now` in ms since 1970. */
export function columnCopy(
  { attachments: _, draft: _draft, comparison: __, ...conversation }: Conversation,
  now: number,
): Conversation {
  const time = new Date(now).toISOString();
  return {
    // The page shows both conversations and identifies turns by ID.
    ...withNewTurnIds(conversation),
    id: newId(),
    revision: 0,
    createTime: time,
    updateTime: time,
  };
}

interface ComparisonTab {
  reveal(): void;
  dispose(): void;
}

export function columnSessions(comparison: Comparison, tab: ComparisonTab): readonly OpenSession[] {
  return comparison.columns.map(({ session, name }) => ({
    session,
    isColumn: true,
    reveal: () => tab.reveal(),
    async close() {
      if (comparison.columns.length > MIN_COLUMNS) {
        // Keeping the comparison ID lets undo restore a comparison that was deleted with all its columns.
        await comparison.remove(name, true);
        return;
      }
      tab.dispose();
      await comparison.close();
    },
  }));
}

interface CompareDeps {
  readonly comparison: Comparison;
  readonly pickers: Pick<Pickers, 'model'>;
  readonly prompts: Pick<Prompts, 'pick'>;
  readonly documents: Pick<TextDocuments, 'compare'>;
  readonly onReady: () => void;
}

type ComparedAnswer = ReturnType<Comparison['answers']>[number];

export function compareHandlers(parts: CompareDeps): Handlers<CompareProtocol> {
  const { comparison, pickers } = parts;
  return {
    async ready() {
      parts.onReady();
    },
    sendAll: ({ text }) => comparison.send(text),
    async stopAll() {
      comparison.stop();
    },
    async addColumn() {
      await pickers.model(comparison.add().session);
    },
    removeColumn: ({ column }) => comparison.remove(column),
    compareAnswers: () => compareAnswers(parts),
  };
}

async function compareAnswers(parts: CompareDeps): Promise<void> {
  const { comparison, documents } = parts;
  const answers = comparison.answers();
  if (answers.length < 2) {
    throw new AppError('noAnswers', l10n.t('At least two columns must have a response.'));
  }
  const left = await choose(parts, answers, l10n.t('Select the left response'));
  if (!left) return;
  const others = answers.filter((other) => other !== left);
  const right = await choose(parts, others, l10n.t('Select the right response'));
  if (!right) return;
  await documents.compare(textOf(left), textOf(right), `${nameOf(left)} ↔ ${nameOf(right)}`);
}

/** Doesn't ask if there are only two columns. */
async function choose(
  { prompts }: CompareDeps,
  answers: readonly ComparedAnswer[],
  title: string,
): Promise<ComparedAnswer | undefined> {
  if (answers.length <= 2) return answers[0];
  return await prompts.pick(
    { title, placeholder: l10n.t('Select a response') },
    answers.map((value) => ({ label: nameOf(value), value })),
  );
}

function nameOf({ answer }: ComparedAnswer): string {
  return plainText(modelLabel(answer));
}

/** Returns the name that pages and pickers show: the display name, or the ID if it's unknown. */
export function modelLabel({
  model,
  modelName = '',
}: {
  readonly model: string;
  readonly modelName?: string | undefined;
}): string {
  return modelName || model.replace(/^(models|tunedModels)\//, '');
}

function textOf(answered: ComparedAnswer): { readonly name: string; readonly read: () => string } {
  return { name: `${nameOf(answered)}.md`, read: () => turnText(answered.answer) };
}
