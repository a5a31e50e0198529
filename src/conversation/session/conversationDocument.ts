import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { AppError, errorCode, errorMessage } from '../../base/errors';
import type { Log } from '../../platform/log';
import type { Conversation, Failure, ModelTurn } from '../model/conversation';
import type { ConversationStore, ConversationWriter } from '../store/conversationStore';
import { rehomed } from '../store/branches';
import { retitled } from '../store/exchangeTitle';
import type { Notices } from './notices';
import type { Opened } from '../store/openConversation';
import { withTurn } from '../store/transcript';

interface DocumentOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  /** It has become another by itself: a copy with an id of its own, or a notice came or went. */
  readonly onDidChange: () => void;
}

/** A turn that streams in, asked for whenever it is needed. */
type Live = () => ModelTurn;

/** A conversation in memory and its file; what changes here is on disk a moment later. */
export class ConversationDocument {
  readonly #options: DocumentOptions;
  readonly #writer: ConversationWriter;
  #conversation: Conversation;
  #live: Live | undefined;
  /** What of it is worth a file. */
  #kept: Live | undefined;
  #isSaved = true;

  constructor(opened: Opened, options: DocumentOptions) {
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

  /** As it is now, with what streamed in so far. */
  get value(): Conversation {
    return this.#live ? withTurn(this.#conversation, this.#live()) : this.#conversation;
  }

  /** Whether the last write worked. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Without what streams in: cheap to ask for the rest. */
  get head(): Conversation {
    return this.#conversation;
  }

  update(change: (conversation: Conversation) => Conversation): void {
    this.adopt(change);
    const updateTime = new Date(this.#options.clock.now()).toISOString();
    this.#conversation = { ...this.#conversation, updateTime };
    this.touch();
  }

  /** A change that the user did not make, and that alone is not worth a file. */
  adopt(change: (conversation: Conversation) => Conversation): void {
    const before = this.#conversation;
    this.#conversation = rehomed(before, retitled(before, change(before)));
  }

  /**
   * From now on a turn streams in, and `live` tells how far it is; undefined at its end. The file gets
   * `kept` in its place, should everything end before the stream does.
   */
  stream(live: Live | undefined, kept = live): void {
    this.#live = live;
    this.#kept = kept;
  }

  /** Something streamed in, or is to be on disk for another reason. */
  touch(): void {
    this.#writer.save(() =>
      this.#kept ? withTurn(this.#conversation, this.#kept()) : this.#conversation,
    );
  }

  /** Resolves when it is on disk, or could not be put there: then the notice says so. */
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
    log.error(`playground: a conversation could not be saved: ${errorMessage(error)}`);
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

/** Why a conversation is not on disk. The same cause has the same words, whatever file it hit. */
function describeSaveFailure(error: unknown): Failure {
  return {
    message: messageFor(error),
    hint: l10n.t('It is still here and will be saved with the next message.'),
    fixes: ['showLog'],
  };
}

/** Why another conversation can't take the place of one that is not on disk. */
export function notSaved(): AppError {
  return new AppError(
    'notSaved',
    l10n.t(
      'Couldn’t save this conversation, so it stays open. Open another playground for a new one.',
    ),
  );
}

/** What is said when a tab was closed whose conversation is not on disk. */
export function lostWithTab(title: string): AppError {
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
      // Without the name of the temporary file, which is another one each time.
      return l10n.t(
        'Couldn’t save this conversation: {0}.',
        errorMessage(error).replace(/, \w+ '[^']*'.*$/, ''),
      );
  }
}
