import type { Clock } from '../../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import type { Log } from '../../../platform/log';
import { plainText } from '../../../platform/plainText';
import type { Prompts } from '../../../platform/prompts';
import type { RememberedFile, Uploads } from '../../../platform/localFiles';
import type { Conversation } from '../../conversation';
import { EXPIRES_SOON } from './attachmentEntry';
import { withFileLeftOut, withFileReplaced, type SentFile } from './sentFiles';
import { serviceFile } from './serviceFile';

/** Files that a question names one by one. */
const NAMED = 5;

export interface StaleParts {
  readonly uploads: Uploads;
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly clock: Clock;
  readonly l10n: L10n;
  readonly log: Log;
}

/** A file that the service has no more, or not for long. */
export interface StaleFile {
  readonly file: SentFile;
  /** Where it came from, where this machine knows. */
  readonly source: RememberedFile | undefined;
}

/** What is told while they are dealt with. */
export interface Dealing {
  readonly connection: string;
  readonly signal: AbortSignal;
  /** The conversation is to be another. */
  readonly apply: (change: (conversation: Conversation) => Conversation) => void;
  /** The name of the file that is sent again now; undefined at the end. */
  readonly onSending: (name: string | undefined) => void;
}

/** Files of earlier messages that the service has deleted: finds them, and does with them what the user says. */
export class StaleFiles {
  readonly #parts: StaleParts;

  constructor(parts: StaleParts) {
    this.#parts = parts;
  }

  /** Those that have expired, or will within minutes. */
  async among(connection: string, files: readonly SentFile[]): Promise<readonly StaleFile[]> {
    const end = this.#parts.clock.now() + EXPIRES_SOON;
    const found = await Promise.all(
      files.map(async (file) => {
        const source = await this.source(connection, file);
        const expiresAt = file.expiresAt ?? source?.expiresAt;
        return expiresAt !== undefined && expiresAt <= end ? [{ file, source }] : [];
      }),
    );
    return found.flat();
  }

  /** Where a file came from. Not to know it keeps nothing from being sent. */
  async source(connection: string, { uri }: SentFile): Promise<RememberedFile | undefined> {
    const { uploads, log } = this.#parts;
    try {
      return await uploads.sourceOf(connection, uri);
    } catch (error) {
      log.warn(`playground: a file's source is not known: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /**
   * Asks whether they are uploaded again or left out, and does it. Answers false where the user wants neither.
   * Throws `AppError` that names the file where that fails, and `CancelledError`.
   */
  async deal(stale: readonly StaleFile[], dealing: Dealing): Promise<boolean> {
    const { signal, apply } = dealing;
    const lost = stale.filter(({ source }) => !source);
    const known = stale.filter(({ source }) => source);
    const isLostLeftOut = lost.length === 0 || (await this.#confirmLost(lost));
    signal.throwIfAborted();
    if (!isLostLeftOut) return false;
    const answer = known.length === 0 ? 'none' : await this.#ask(known);
    signal.throwIfAborted();
    if (answer === undefined) return false;
    const leftOut = answer === 'leaveOut' ? stale : lost;
    for (const { file } of leftOut) apply((value) => withFileLeftOut(value, file.uri));
    if (answer === 'upload') for (const each of known) await this.#uploadAgain(each.file, dealing);
    return true;
  }

  async #confirmLost(lost: readonly StaleFile[]): Promise<boolean> {
    const { prompts, l10n } = this.#parts;
    const leaveOut = l10n.t('Leave Out');
    const answer = await prompts.confirm(this.#gone(lost), {
      detail: l10n.t(
        'It is not known here where this came from: attach it again to a message. Without it, the model only has what was said.',
      ),
      actions: [leaveOut],
    });
    return answer === leaveOut;
  }

  async #ask(known: readonly StaleFile[]): Promise<'upload' | 'leaveOut' | undefined> {
    const { prompts, l10n } = this.#parts;
    const upload = l10n.t('Upload Again');
    const leaveOut = l10n.t('Leave Out');
    const paths = known.slice(0, NAMED).map(({ source }) => plainText(source?.path ?? ''));
    const answer = await prompts.confirm(this.#gone(known), {
      detail: l10n.t('They are read from this machine once more: {0}', paths.join(', ')),
      actions: [upload, leaveOut],
    });
    if (answer === upload) return 'upload';
    return answer === leaveOut ? 'leaveOut' : undefined;
  }

  #gone(stale: readonly StaleFile[]): string {
    const { l10n } = this.#parts;
    const names = stale.slice(0, NAMED).map(({ file }) => `"${plainText(file.name)}"`);
    const more = stale.length - names.length;
    const list = names.join(', ');
    return more === 0
      ? l10n.t('The service no longer keeps what this conversation refers to: {0}.', list)
      : l10n.t(
          'The service no longer keeps what this conversation refers to: {0} and {1} more.',
          list,
          more,
        );
  }

  async #uploadAgain(file: SentFile, dealing: Dealing): Promise<void> {
    const { uploads, l10n } = this.#parts;
    const { connection, signal, apply, onSending } = dealing;
    onSending(file.name);
    try {
      const onState = (): void => undefined;
      const resource = await uploads.uploadAgain(connection, file.uri, { signal, onState });
      const fresh = serviceFile(resource, l10n);
      apply((value) => withFileReplaced(value, file.uri, fresh));
    } catch (error) {
      if (signal.aborted) throw new CancelledError(error);
      const why = CancelledError.is(error)
        ? l10n.t('The upload was cancelled.')
        : errorMessage(error);
      throw new AppError(
        'fileNotSent',
        l10n.t('The file "{0}" could not be uploaded again: {1}', file.name, plainText(why)),
        { cause: error, hint: l10n.t('Try again, and choose to leave it out; or attach it anew.') },
      );
    } finally {
      onSending(undefined);
    }
  }
}
