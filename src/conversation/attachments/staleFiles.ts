import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import type { Message } from '../../api/schema/infer';
import type { Clock } from '../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { isObject, textAt } from '../../base/json';
import type { RememberedFile, Uploads } from '../../platform/localFiles';
import type { Log } from '../../platform/log';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import type { AttachedPart, Conversation, Turn, UserTurn } from '../model/conversation';
import { EXPIRES_SOON } from './attachmentEntry';
import { serviceFile, type ServiceFile } from './loadAttachment';

const NAMED = 5;

interface StaleFilesDeps {
  readonly uploads: Uploads;
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface StaleFile {
  readonly file: SentFile;
  readonly source: RememberedFile | undefined;
}

interface ResolveContext {
  readonly connection: string;
  readonly signal: AbortSignal;
  readonly apply: (change: (conversation: Conversation) => Conversation) => void;
  /** Called with the name of the file being uploaded; undefined at the end. */
  readonly onSending: (name: string | undefined) => void;
}

/** Finds deleted files of earlier messages, and re-uploads or omits them as the user decides. */
export class StaleFiles {
  readonly #parts: StaleFilesDeps;

  constructor(parts: StaleFilesDeps) {
    this.#parts = parts;
  }

  /** Returns the files that have expired or will within minutes. */
  async findStale(connection: string, files: readonly SentFile[]): Promise<readonly StaleFile[]> {
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

  /** Returns the source of a file. Errors are ignored, so that they don't block sending. */
  async source(connection: string, { uri }: SentFile): Promise<RememberedFile | undefined> {
    const { uploads, log } = this.#parts;
    try {
      return await uploads.sourceOf(connection, uri);
    } catch (error) {
      log.warn(`playground: couldn’t determine the source of a file: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /**
   * Prompts the user to re-upload or omit files, and does so. Returns false if the user cancels. Throws
   * `AppError` with the file's name, or `CancelledError`.
   */
  async resolve(stale: readonly StaleFile[], dealing: ResolveContext): Promise<boolean> {
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
    const { prompts } = this.#parts;
    const leaveOut = l10n.t('Continue Without Files');
    const answer = await prompts.confirm(this.#gone(lost), {
      detail: l10n.t(
        'The original file is unknown. Attach it to a message again, or continue without it.',
      ),
      actions: [leaveOut],
    });
    return answer === leaveOut;
  }

  async #ask(known: readonly StaleFile[]): Promise<'upload' | 'leaveOut' | undefined> {
    const { prompts } = this.#parts;
    const upload = l10n.t('Upload Again');
    const leaveOut = l10n.t('Continue Without Files');
    const paths = known.slice(0, NAMED).map(({ source }) => plainText(source?.path ?? ''));
    const answer = await prompts.confirm(this.#gone(known), {
      detail: l10n.t('These local files will be uploaded again: {0}', paths.join(', ')),
      actions: [upload, leaveOut],
    });
    if (answer === upload) return 'upload';
    return answer === leaveOut ? 'leaveOut' : undefined;
  }

  #gone(stale: readonly StaleFile[]): string {
    const names = stale.slice(0, NAMED).map(({ file }) => `"${plainText(file.name)}"`);
    const more = stale.length - names.length;
    const list = names.join(', ');
    return more === 0
      ? l10n.t('Some files in this conversation are no longer stored on the server: {0}.', list)
      : l10n.t(
          'Some files in this conversation are no longer stored on the server: {0} and {1} more.',
          list,
          more,
        );
  }

  async #uploadAgain(file: SentFile, dealing: ResolveContext): Promise<void> {
    const { uploads } = this.#parts;
    const { connection, signal, apply, onSending } = dealing;
    onSending(file.name);
    try {
      const onState = (): void => undefined;
      const resource = await uploads.uploadAgain(connection, file.uri, { signal, onState });
      const fresh = serviceFile(resource);
      apply((value) => withFileReplaced(value, file.uri, fresh));
    } catch (error) {
      if (signal.aborted) throw new CancelledError(error);
      const why = CancelledError.is(error)
        ? l10n.t('The upload was canceled.')
        : errorMessage(error);
      throw new AppError(
        'fileNotSent',
        l10n.t('Couldn’t upload the file “{0}” again: {1}', file.name, plainText(why)),
        {
          cause: error,
          hint: l10n.t(
            'Try again to re-upload the file or continue without it, or attach it again.',
          ),
        },
      );
    } finally {
      onSending(undefined);
    }
  }
}

type Content = Message<'Content'>;

export interface SentFile {
  readonly uri: string;
  /** Name shown to the user, or the resource name if unknown. */
  readonly name: string;
  readonly mimeType: string;
  /** Time in ms since 1970; absent if unknown. */
  readonly expiresAt?: number;
}

export function sentFiles(contents: readonly Content[], turns: readonly Turn[]): SentFile[] {
  const known = new Map<string, AttachedPart>();
  for (const turn of turns) {
    if (turn.role !== 'user') continue;
    for (const attached of turn.attached ?? []) {
      const uri = turn.content.parts?.[attached.part]?.fileData?.fileUri;
      if (uri !== undefined) known.set(uri, attached);
    }
  }
  const files = new Map<string, SentFile>();
  for (const part of contents.flatMap(({ parts }) => parts ?? [])) {
    if (!isObject(part.fileData)) continue;
    const uri = textAt(part.fileData, 'fileUri');
    const { name = uri.split('/').slice(-2).join('/'), expiresAt } = known.get(uri) ?? {};
    const mimeType = textAt(part.fileData, 'mimeType');
    files.set(uri, { uri, name, mimeType, ...(expiresAt !== undefined && { expiresAt }) });
  }
  return [...files.values()];
}

function withFileReplaced(
  conversation: Conversation,
  uri: string,
  { part: fresh, expiresAt }: ServiceFile,
): Conversation {
  return changed(conversation, uri, (turn) => {
    const parts = turn.content.parts ?? [];
    const isIt = (index: number): boolean => parts[index]?.fileData?.fileUri === uri;
    const attached = turn.attached?.map(({ expiresAt: old, ...other }) => {
      const end = isIt(other.part) ? expiresAt : old;
      return { ...other, ...(end !== undefined && { expiresAt: end }) };
    });
    return {
      ...turn,
      content: {
        ...turn.content,
        parts: parts.map((part, index) => (isIt(index) ? { ...part, ...fresh } : part)),
      },
      ...(attached && { attached }),
    };
  });
}

/** Omits a file from requests; the messages still show it. */
export function withFileLeftOut(conversation: Conversation, uri: string): Conversation {
  return changed(conversation, uri, (turn) => ({
    ...turn,
    leftOut: [...(turn.leftOut ?? []), uri],
  }));
}

function changed(
  conversation: Conversation,
  uri: string,
  change: (turn: UserTurn) => UserTurn,
): Conversation {
  const turns = conversation.turns.map((turn) =>
    turn.role === 'user' && turn.content.parts?.some(({ fileData }) => fileData?.fileUri === uri)
      ? change(turn)
      : turn,
  );
  return { ...conversation, turns };
}

/**
 * Error messages of the API for files that are processing, failed, deleted, or unknown (seen live).
 */
const GONE =
  /\bFile (?:files\/)?(\S+) is not in an ACTIVE state|\baccess the File (?:files\/)?(\S+)/i;
const BAD_TYPE = /unsupported mime ?type:?\s*["']?([\w.+/-]+\w)/i;

interface RefusedFile {
  readonly file: SentFile;
  /** Whether the file was deleted, so that a new upload would help. */
  readonly isGone: boolean;
}

/** Returns the file named by an error. Undefined for other errors. */
export function refusedFile(error: unknown, files: readonly SentFile[]): RefusedFile | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const gone = GONE.exec(error.message);
  const id = gone?.[1] ?? gone?.[2];
  if (id !== undefined) {
    const file = files.find(({ uri }) => uri.endsWith(`/${id}`));
    return file && { file, isGone: true };
  }
  const type = BAD_TYPE.exec(error.message)?.[1];
  const file = type === undefined ? undefined : files.find(({ mimeType }) => mimeType === type);
  return file && { file, isGone: false };
}

export function fileRefused({ file, isGone }: RefusedFile, cause: Error): AppError {
  return new AppError(
    'fileRefused',
    l10n.t('The API can’t use the file “{0}”: {1}', file.name, cause.message),
    {
      cause,
      hint: isGone
        ? l10n.t('Try again to re-upload the file or continue without it.')
        : l10n.t('The file is excluded from now on. Try again to send the message without it.'),
    },
  );
}
