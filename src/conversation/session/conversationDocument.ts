import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { AppError, errorCode, errorMessage } from '../../base/errors';
import type { Log } from '../../platform/log';
import type { Conversation, Failure, ModelTurn } from '../model/conversation';
import type { ConversationStore, ConversationWriter } from '../store/conversationStore';
import { moveOrphanedBranches } from '../store/branches';
import { updateTitle } from '../store/exchangeTitle';
import type { Notices } from './notices';
import type { OpenedConversation } from '../store/openConversation';
import { withTurn } from '../store/transcript';

interface DocumentOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
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
    options.notices.set('file', opened.notice);
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

  #tell(...notice: Parameters<Notices['set']>): void {
    const [topic] = notice;
    if (this.#options.notices.set(...notice) || topic === 'file') this.#options.onDidChange();
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
