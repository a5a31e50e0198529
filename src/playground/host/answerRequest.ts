import type { Version } from '../../api/versions';
import { CancelledError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { Conversation } from '../conversation';
import type { Prepared, Preparing } from './answerRun';
import { fileRefused, refusedFile } from './attachments/refusedFile';
import { requireSendable } from './attachments/requestSize';
import { sentFiles, withFileLeftOut, type SentFile } from './attachments/sentFiles';
import { StaleFiles, type StaleFile } from './attachments/staleFiles';
import type { ConversationDocument } from './conversationDocument';
import type { Wanted } from './modelChoice';
import type { Notices } from './notices';
import { requestBody, type RequestBody } from './requestBody';
import { requireTarget } from './requireTarget';
import type { SessionServices } from './services';

export interface AnswerRequestParts {
  readonly services: SessionServices;
  readonly document: ConversationDocument;
  readonly notices: Notices;
  readonly target: () => Wanted;
  /** Resolves when it is known which model answers. */
  readonly modelResolved: () => Promise<unknown>;
  /** This is what will be sent. */
  readonly onPrepared: (prepared: Prepared) => void;
  /** What the panel shows has changed. */
  readonly onDidChange: () => void;
  /** The user was asked and does not want this request. */
  readonly onDismissed: () => void;
  /** Asks for the rest of the last answer instead of a new one. */
  readonly goOn: boolean;
}

/** The request for one answer: made of the conversation, and made again where a file in it is gone. */
export class AnswerRequest implements Preparing {
  readonly #parts: AnswerRequestParts;
  readonly #stale: StaleFiles;
  /** The conversation as it was asked; what is done about its files is done here too. */
  #asked: Conversation;
  #sent: { readonly connection: string; readonly files: readonly SentFile[] } | undefined;

  constructor(parts: AnswerRequestParts) {
    this.#parts = parts;
    this.#stale = new StaleFiles(parts.services);
    this.#asked = parts.document.head;
  }

  /** Waits for the model where it is still being looked up, and for the user where a file has expired. */
  async prepare(signal: AbortSignal): Promise<Prepared> {
    const { document, target, modelResolved, onDismissed, services } = this.#parts;
    if (target().model === '') await modelResolved();
    const { connection, version, model } = requireTarget(target(), services.l10n);
    document.adopt((head) => ({ ...head, connection }));
    const { files } = this.#build(version, model);
    const stale = await this.#stale.among(connection, files);
    if (stale.length > 0 && !(await this.#deal(stale, connection, signal))) {
      onDismissed();
      throw new CancelledError();
    }
    return await this.#send(connection, version, model);
  }

  /** Where a file of it is gone and the user wants that, the request without it or with it anew. */
  async recover(error: unknown, signal: AbortSignal): Promise<Prepared> {
    const { l10n } = this.#parts.services;
    const { connection = '', files = [] } = this.#sent ?? {};
    const refused = refusedFile(error, files);
    if (!refused || !(error instanceof Error)) throw error;
    const told = fileRefused(refused, error, l10n);
    const { file } = refused;
    if (!refused.isGone) {
      this.#apply((value) => withFileLeftOut(value, file.uri));
      throw told;
    }
    const source = await this.#stale.source(connection, file);
    if (!(await this.#deal([{ file, source }], connection, signal))) throw told;
    return await this.prepare(signal);
  }

  async #send(connection: string, version: Version, model: string): Promise<Prepared> {
    const { notices, onDidChange, onPrepared, services } = this.#parts;
    const { clients, lastUsed, l10n } = services;
    const { built, files } = this.#build(version, model);
    if (notices.setLeftOut(built.leftOut, version, l10n, model)) onDidChange();
    requireSendable(built, version, l10n);
    this.#sent = { connection, files };
    await lastUsed.save({ ...this.#asked, connection, model });
    const prepared = { client: await clients.get(connection), input: built.input, version };
    onPrepared(prepared);
    return prepared;
  }

  #build(
    version: Version,
    model: string,
  ): { readonly built: RequestBody; readonly files: readonly SentFile[] } {
    const built = requestBody({ ...this.#asked, model }, version, { goOn: this.#parts.goOn });
    return { built, files: sentFiles(built.input.body.contents, this.#asked.turns) };
  }

  async #deal(
    stale: readonly StaleFile[],
    connection: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { notices, onDidChange, services } = this.#parts;
    return await this.#stale.deal(stale, {
      connection,
      signal,
      apply: (change) => this.#apply(change),
      onSending: (name) => {
        const message =
          name === undefined
            ? undefined
            : services.l10n.t(
                '"{0}" is uploaded again; Activity shows how far it is.',
                plainText(name),
              );
        notices.set('files', message === undefined ? undefined : { message, fixes: [] });
        onDidChange();
      },
    });
  }

  #apply(change: (conversation: Conversation) => Conversation): void {
    const { document } = this.#parts;
    this.#asked = change(this.#asked);
    document.adopt(change);
    document.touch();
  }
}
