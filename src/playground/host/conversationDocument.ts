import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { Log } from '../../platform/log';
import type { Conversation, ModelTurn } from '../conversation';
import type { ConversationStore } from './conversationStore';
import type { ConversationWriter } from './conversationWriter';
import type { Notices } from './notices';
import type { Opened } from './openConversation';
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

/** A conversation in memory and its file; what changes here is on disk a moment later. */
export class ConversationDocument {
  readonly #options: DocumentOptions;
  readonly #writer: ConversationWriter;
  #conversation: Conversation;
  #live: (() => ModelTurn) | undefined;

  constructor(opened: Opened, options: DocumentOptions) {
    this.#options = options;
    this.#conversation = opened.conversation;
    options.notices.set('file', opened.notice);
    this.#writer = options.store.writer(
      {
        onForked: (copy) => this.#onForked(copy),
        onFailed: (error) => this.#onFailed(error),
        onWritten: () => this.#tell('saving', undefined),
      },
      opened.known,
    );
  }

  /** As it is now, with what streamed in so far. */
  get value(): Conversation {
    return this.#live ? withTurn(this.#conversation, this.#live()) : this.#conversation;
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

  /** From now on a turn streams in, and `live` tells how far it is; undefined at its end. */
  stream(live: (() => ModelTurn) | undefined): void {
    this.#live = live;
  }

  /** Something streamed in. */
  touch(): void {
    this.#writer.save(() => this.value);
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
    log.error(`playground: a conversation could not be saved: ${errorMessage(error)}`);
    this.#tell('saving', {
      message: l10n.t('This conversation could not be saved: {0}.', errorMessage(error)),
      hint: l10n.t('It is still here; saving is tried again with the next message.'),
      fixes: ['showLog'],
    });
  }

  #tell(...notice: Parameters<Notices['set']>): void {
    const [topic] = notice;
    if (this.#options.notices.set(...notice) || topic === 'file') this.#options.onDidChange();
  }
}
