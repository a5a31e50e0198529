import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { type Clock, sleep } from '../../base/clock';
import { AppError } from '../../base/errors';
import { delayAfterAttempt, waitPolicies } from '../../base/waitPolicies';
import { isObject, objectAt, textAt } from '../../base/json';
import { requireConnected } from '../../platform/errors';
import type { Uploads, UploadState } from '../../platform/localFiles';
import { plainText } from '../../platform/plainText';
import type { Clients } from '../../service/clients';
import type { FileSuggestion } from '../model/calls';
import type {
  AttachedPart,
  FileSource,
  KeptAttachment,
  Reference,
  Turn,
  UserTurn,
} from '../model/conversation';
import { MAX_PASTED } from '../model/protocol';
import { fencedText, isResult, placeOf } from '../model/turns';

export interface Loading {
  readonly uploads: Uploads;
  readonly workspaceFiles: Pick<WorkspaceFiles, 'read'>;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly connection: () => string | undefined;
  /** Cancels everything, including uploads. */
  readonly signal: AbortSignal;
  /** Cancels the wait but not the upload. */
  readonly closing: AbortSignal;
  /** Reserves bytes in the request; returns false if they aren't available. */
  readonly reserve: (bytes: number) => boolean;
  readonly onFound: (found: Pick<KeptAttachment, 'name' | 'mimeType' | 'size' | 'kind'>) => void;
  readonly onState: (state: UploadState) => void;
}

/**
 * Loads a user's file: inline if type and size allow, or else uploaded. Throws `AppError` if the
 * file can't be read or sent, and `CancelledError`.
 */
export async function loadUserFile(
  { part: _part, file: _file, connection: _home, expiresAt: _end, ...kept }: KeptAttachment,
  loading: Loading,
): Promise<KeptAttachment> {
  const { uploads, reserve, onFound } = loading;
  const { source } = kept;
  if (kept.reference) {
    return await loadReference(kept, loading.workspaceFiles, loading.closing, reserve);
  }
  if (!source) throw new AppError('sourceGone', l10n.t('The file’s original location is unknown.'));
  const local = await uploads.inspect(source);
  loading.signal.throwIfAborted();
  const { mimeType, size } = local;
  if (size === 0) throw new AppError('emptyFile', l10n.t('This file is empty.'));
  const weight = inlineWeight(size);
  const isInline = canBeInline(mimeType) && reserve(weight);
  const kind = isInline ? 'inline' : 'file';
  const found = { name: plainText(local.name), mimeType, size, kind } as const;
  onFound(found);
  if (isInline) {
    const bytes = await local.readAll(inlineLimit(weight), loading.closing);
    const data = Buffer.from(bytes).toString('base64');
    return { ...kept, ...found, size: bytes.length, part: inlinePart(mimeType, data) };
  }
  const connection = requireConnected(loading.connection());
  loading.onState({ phase: 'sending' });
  const { onState, signal } = loading;
  const uploaded = await uploads.upload(connection, local, { signal, onState });
  const { name: _name, ...there } = serviceFile(uploaded);
  return { ...kept, ...found, ...there, size, mimeType: there.mimeType || mimeType, connection };
}

/**
 * Loads a file on the server; re-uploads a deleted file if its source is known. Throws API errors,
 * `AppError` (`processingFailed`), and `CancelledError`.
 */
export async function loadServiceFile(
  { expiresAt, ...kept }: KeptAttachment,
  loading: Loading,
): Promise<KeptAttachment> {
  const { clients, clock, uploads, signal, closing, onState } = loading;
  const { file = '' } = kept;
  const connection = requireConnected(loading.connection());
  if (kept.connection !== undefined && kept.connection !== connection && !kept.part) {
    throw new AppError('otherConnection', l10n.t('This file belongs to another connection.'), {
      hint: l10n.t('Select that connection for this conversation, then try again.'),
    });
  }
  if (expiresAt !== undefined && (await uploads.sourceOf(connection, file))) {
    const again = await uploads.uploadAgain(connection, file, { signal, onState });
    return { ...kept, ...serviceFile(again), connection };
  }
  const client = await clients.get(connection);
  const onProcessing = (): void => onState({ phase: 'processing' });
  const found = await activeFile(file, { client, clock, signal: closing, onProcessing });
  return { ...kept, ...serviceFile(found), connection };
}

type Part = Message<'Part'>;

const MEDIA = /^(?:image|audio|video)\/|^application\/pdf$/;
const TEXT =
  /^text\/|[/+](?:json|xml|yaml|toml)$|^application\/(?:x-)?(?:javascript|typescript|yaml|toml|sql|sh|ipynb\+json)$/;
const RICH_TEXT = /^(?:text|application)\/rtf$/;
const AROUND = 256;

/** Whether content of a type can be inline; other types must be uploaded. */
export function canBeInline(mimeType: string): boolean {
  return isText(mimeType) || isMediaType(mimeType);
}

/** Whether a type is an image, audio, video, or PDF. */
export function isMediaType(mimeType: string): boolean {
  return MEDIA.test(mimeType);
}

function isText(mimeType: string): boolean {
  return TEXT.test(mimeType);
}

/**
 * Returns content as a part. Text is sent as `text/plain`, because the API rejects most source code
 * types. RTF keeps its type.
 */
export function inlinePart(mimeType: string, data: string): Part {
  const isPlain = isText(mimeType) && !RICH_TEXT.test(mimeType);
  return { inlineData: { mimeType: isPlain ? 'text/plain' : mimeType, data } };
}

/** Returns the bytes that content of a size uses in a request. */
export function inlineWeight(size: number): number {
  return Math.ceil(size / 3) * 4 + AROUND;
}

/** Returns the maximum content size for the remaining bytes of a request. */
export function inlineLimit(room: number): number {
  return Math.max(0, Math.floor((room - AROUND) / 4) * 3);
}

/** RFC 6838 without parameters. */
const MIME_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/i;
/** A search for invalid characters; matching the whole text may overflow the regex engine. */
const NO_BASE64 = /[^A-Za-z0-9+/]/;
const PADDING = /^={0,2}$/;

function isBase64(data: string): boolean {
  const end = data.search(NO_BASE64);
  return data !== '' && data.length % 4 === 0 && (end < 0 || PADDING.test(data.slice(end)));
}

/**
 * Converts pasted content to an attachment. Throws `AppError` if the base64 or type is invalid, or
 * if the content is empty or too large.
 */
export function pastedAttachment(
  id: string,
  {
    name,
    mimeType,
    data,
  }: { readonly name: string; readonly mimeType: string; readonly data: string },
  room: number,
): KeptAttachment {
  if (!MIME_TYPE.test(mimeType) || !isBase64(data)) {
    throw new AppError('badData', l10n.t('Couldn’t read the pasted content.'));
  }
  const type = mimeType.toLowerCase();
  if (!canBeInline(type)) {
    throw new AppError('badType', l10n.t('Content of type {0} can’t be pasted.', type), {
      hint: l10n.t('Save it as a file and attach the file.'),
    });
  }
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const size = (data.length / 4) * 3 - padding;
  if (size > MAX_PASTED || inlineWeight(size) > room) {
    throw new AppError('tooLarge', l10n.t('The pasted content is too large for this message.'), {
      hint: l10n.t('Save it as a file and attach the file. It is then uploaded.'),
    });
  }
  const shownName = plainText(name.trim()) || l10n.t('Pasted content');
  return {
    id,
    name: shownName,
    mimeType: type,
    size,
    kind: 'inline',
    part: inlinePart(type, data),
  };
}

export interface ServiceFile {
  readonly file: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size?: number;
  readonly expiresAt?: number;
  readonly part: Message<'Part'>;
}

/** Converts a File resource. Throws `AppError` (`badAnswer`) if it has no URI. */
export function serviceFile(resource: JsonObject): ServiceFile {
  const fileUri = textAt(resource, 'uri');
  const file = textAt(resource, 'name');
  if (fileUri === '') {
    throw new AppError('badAnswer', l10n.t('The file {0} has no URI.', file));
  }
  const mimeType = textAt(resource, 'mimeType');
  const size = Number(resource.sizeBytes);
  const expiresAt = Date.parse(textAt(resource, 'expirationTime'));
  return {
    file,
    name: plainText(textAt(resource, 'displayName') || file),
    mimeType,
    ...(Number.isFinite(size) && { size }),
    ...(Number.isFinite(expiresAt) && { expiresAt }),
    part: { fileData: { fileUri, ...(mimeType && { mimeType }) } },
  };
}

interface AwaitContext {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProcessing: () => void;
}

/**
 * Gets a file and waits until it is active. Throws API errors and `AppError` (`processingFailed`).
 */
async function activeFile(name: string, parts: AwaitContext): Promise<JsonObject> {
  const { client, clock, signal, onProcessing } = parts;
  for (let look = 1; ; look += 1) {
    const resource = (await client.call('files.get', { name }, { signal })) as JsonObject;
    const state = textAt(resource, 'state');
    if (state === 'FAILED') {
      const why = isObject(resource.error) ? textAt(objectAt(resource, 'error'), 'message') : '';
      throw new AppError(
        'processingFailed',
        why === ''
          ? l10n.t('Couldn’t process this file on the server.')
          : l10n.t('Couldn’t process this file on the server. {0}', plainText(why)),
      );
    }
    if (state !== 'PROCESSING') return resource;
    onProcessing();
    await sleep(clock, delayAfterAttempt(waitPolicies.processingAttachment, look), signal);
  }
}

/** A text file of the workspace. */
export interface WorkspaceText {
  /** Path within the workspace. */
  readonly path: string;
  /** Language of the code block. */
  readonly language: string;
  readonly text: string;
}

/** The files of the workspace’s folders, with unsaved changes of open editors. */
export interface WorkspaceFiles {
  /** Returns the selection, files, folders, and symbols that match, best first. */
  suggest(query: string, signal: AbortSignal): Promise<readonly FileSuggestion[]>;
  /** Reads a text file, or those of a folder. Throws `AppError` if it can’t be referenced. */
  read(
    source: FileSource,
    kind: Reference['kind'],
    signal: AbortSignal,
  ): Promise<readonly WorkspaceText[]>;
}

/** Maximum size of a file, and of all files of a folder, in bytes. */
export const MAX_REFERENCE_BYTES = 1_000_000;

interface ReferenceContent {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a reference: each file as its path and a code block. The name is the shown one. Throws `AppError` if it can’t
 * be read or is empty.
 */
async function readReference(
  source: FileSource,
  { kind, lines }: Reference,
  files: Pick<WorkspaceFiles, 'read'>,
  signal: AbortSignal,
): Promise<ReferenceContent> {
  const found = await files.read(source, kind, signal);
  const file = source.path.split('/').findLast(Boolean) ?? source.path;
  const name = plainText(
    kind === 'folder' ? `${file}/` : placeOf({ path: file, ...(lines && { lines }) }),
  );
  const blocks = found.map(({ path, language, text }) => {
    const shown = lines
      ? text
          .split('\n')
          .slice(lines.first - 1, lines.last)
          .join('\n')
      : text;
    return { path, language, text: shown, ...(lines && { lines }) };
  });
  if (blocks.every(({ text }) => text.trim() === '')) {
    const empty =
      kind === 'folder' ? l10n.t('{0} has no text files.', name) : l10n.t('{0} has no text.', name);
    throw new AppError('emptyFile', empty);
  }
  // The line break separates it from the message where texts are joined.
  return { name, text: `${blocks.map(fencedText).join('\n\n')}\n` };
}

/** Reads a reference as an attachment. Throws `AppError` as `readReference`, or if the message has no room. */
export async function loadReference(
  { part: _, ...kept }: KeptAttachment,
  files: Pick<WorkspaceFiles, 'read'>,
  signal: AbortSignal,
  reserve: (bytes: number) => boolean,
): Promise<KeptAttachment> {
  const { source, reference } = kept;
  if (!source || !reference) throw new TypeError('Not a reference.');
  const { name, text } = await readReference(source, reference, files, signal);
  const size = Buffer.byteLength(text);
  if (!reserve(size)) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for this message.', name));
  }
  return { ...kept, name, mimeType: 'text/plain', size, kind: 'inline', part: { text } };
}

/**
 * Reads the references of a sent message again. Notes which have changed, and which can’t be read and stay as they were.
 */
async function withCurrentReferences(
  turn: UserTurn,
  files: Pick<WorkspaceFiles, 'read'>,
  signal: AbortSignal,
): Promise<UserTurn> {
  const sent = turn.content.parts ?? [];
  const parts = [...sent];
  const attached = await Promise.all(
    (turn.attached ?? []).map(async ({ reread: _, ...one }): Promise<AttachedPart> => {
      const { part, source, reference } = one;
      if (!source || !reference) return one;
      try {
        const { text } = await readReference(source, reference, files, signal);
        if (parts[part]?.text === text) return one;
        parts[part] = { text };
        return { ...one, reread: 'changed' };
      } catch {
        signal.throwIfAborted();
        return { ...one, reread: 'gone' };
      }
    }),
  );
  const isChanged = parts.some((part, at) => part !== sent[at]);
  return { ...turn, attached, ...(isChanged && { content: { ...turn.content, parts } }) };
}

/** Reads the references of the last message again; returns the same turns if it has none. */
export async function rereadTurns(
  turns: readonly Turn[],
  files: Pick<WorkspaceFiles, 'read'>,
): Promise<readonly Turn[]> {
  const at = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  const turn = turns[at];
  if (turn?.role !== 'user' || !turn.attached?.some(({ reference }) => reference)) return turns;
  return turns.with(at, await withCurrentReferences(turn, files, new AbortController().signal));
}
