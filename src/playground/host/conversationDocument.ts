import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { Log } from '../../platform/log';
import type { Conversation, ModelTurn } from '../conversation';
import type { ConversationStore } from './conversationStore';
import type { ConversationWriter } from './conversationWriter';
import type { Notices } from './notices';
import type { Opened } from './openConversation';
import { describeSaveFailure } from './saveFailure';
import { withTurn } from './transcript';

export interface DocumentOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly l10n: L10n;
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
    this.#conversation = change(this.#conversation);
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
    const { l10n } = this.#options;
    this.#conversation = { ...this.#conversation, id, title };
    this.#tell('file', {
      message: l10n.t('This conversation was also changed in another window.'),
      hint: l10n.t('Both are kept: this one goes on as "{0}".', title),
      fixes: [],
    });
  }

  #onFailed(error: unknown): void {
    const { l10n, log } = this.#options;
    this.#isSaved = false;
    log.error(`playground: a conversation could not be saved: ${errorMessage(error)}`);
    this.#tell('saving', describeSaveFailure(error, l10n));
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
