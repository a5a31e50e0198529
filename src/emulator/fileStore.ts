import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { seedOf } from './digest';
import { addContent, removeContent } from './fileContent';
import { checkDisplayName, claimName, nameIn } from './records';
import type { Stored } from './state';
import { StatusError } from './status';
import { triggerArgument, triggersIn } from './triggers';
import type { HandlerContext } from './handlerContext';

interface FileRequest {
  /** `files/{id}`. Default: 12 random characters. */
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
}

export interface FileContent {
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly blocks?: Iterable<Buffer>;
  /** Whether a model generated the file, which makes it downloadable. */
  readonly isGenerated?: true;
  readonly isRegistered?: true;
}

/** Throws 400 for an invalid name or display name, 409 for an existing name. */
export function checkFileRequest(world: HandlerContext, { name, displayName }: FileRequest): void {
  deleteExpired(world);
  checkDisplayName('File', displayName);
  claimName(world, { kind: 'files', parent: '', given: name });
}

/**
 * Adds a file in a transaction of the caller. Throws like `checkFileRequest`.
 * @param content undefined for a file with metadata only.
 */
export function addFile(
  world: HandlerContext,
  request: FileRequest,
  content?: FileContent,
): Stored {
  checkFileRequest(world, request);
  const { displayName = '' } = request;
  const name = claimName(world, { kind: 'files', parent: '', given: request.name });
  const createdAt = world.time.now();
  const processing = content && decideProcessing({ ...content, displayName }, createdAt);
  const stored = storeFile(world, { name, displayName, createdAt, content, processing });
  if (processing) leaveProcessing(world, stored, processing);
  return stored;
}

/** Stores a file. Throws if the name exists. */
export function storeFile(
  world: HandlerContext,
  file: {
    readonly name: string;
    readonly displayName: string;
    /** In ms since 1970. */
    readonly createdAt: number;
    readonly content?: FileContent | undefined;
    readonly processing?: Processing | undefined;
  },
): Stored {
  const { name, displayName, createdAt, content, processing } = file;
  const hidden: FileHidden = {
    createdAt,
    ...(content && { bytes: content.bytes }),
    ...(content?.isGenerated && { isGenerated: true }),
    ...(processing && { processing }),
  };
  const stored = world.state.insert('files', {
    name,
    parent: '',
    resource: { name, displayName, ...(content && contentFields(content)) },
    hidden: hidden as unknown as Stored['hidden'],
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  // Sample files may be created with an earlier time.
  nextExpiry.set(world, Math.min(nextExpiry.get(world) ?? 0, createdAt + FILE_LIFETIME));
  if (content?.blocks) addContent(world, name, content.blocks);
  return stored;
}

function contentFields(content: FileContent): Stored['resource'] {
  const { mimeType, bytes, sha256, isGenerated, isRegistered } = content;
  return {
    mimeType,
    ...(bytes === 0 ? {} : { sizeBytes: String(bytes) }),
    // The live API encodes the hexadecimal text, not the 32 bytes of the hash.
    sha256Hash: Buffer.from(sha256).toString('base64'),
    source: isGenerated ? 'GENERATED' : isRegistered ? 'REGISTERED' : 'UPLOADED',
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** Time in ms after which files expire. */
export const FILE_LIFETIME = 48 * HOUR_MS;

/** Data of a file that its resource doesn't show. All times are in ms since 1970. */
interface FileHidden {
  readonly createdAt: number;
  readonly bytes?: number;
  readonly isGenerated?: true;
  /** Undefined for a file without content, which never gets a state. */
  readonly processing?: Processing;
}

export type FileMessage = JsonObject & Message<'File'>;

function hiddenOf({ hidden }: Stored): FileHidden {
  return hidden as unknown as FileHidden;
}

export function isGenerated(stored: Stored): boolean {
  return hiddenOf(stored).isGenerated === true;
}

export function removeFile(world: HandlerContext, { name }: Stored): void {
  removeContent(world, name);
  world.state.remove('files', name);
}

export function isExpired(stored: Stored, now: number): boolean {
  return now >= hiddenOf(stored).createdAt + FILE_LIFETIME;
}

/** Returns the file resource. Its state depends on the time. @param origin base URL for `uri`. */
export function toFileResource(world: HandlerContext, stored: Stored, origin: string): FileMessage {
  const { name, resource } = stored;
  const { createdAt, processing } = hiddenOf(stored);
  const isDone = processing !== undefined && world.time.now() >= processing.endsAt;
  const { source, sha256Hash, ...rest } = resource as Message<'File'>;
  return {
    ...rest,
    createTime: world.time.stamp(createdAt),
    updateTime: world.time.stamp(isDone ? processing.endsAt : createdAt),
    expirationTime: nanoStamp(createdAt + FILE_LIFETIME, name),
    ...(sha256Hash === undefined ? {} : { sha256Hash }),
    uri: `${origin}/v1beta/${name}`,
    ...(isGenerated(stored) ? { downloadUri: `${origin}/v1beta/${name}:download?alt=media` } : {}),
    ...(processing ? { state: isDone ? processing.outcome : 'PROCESSING' } : {}),
    ...(source === undefined ? {} : { source }),
    ...(isDone && processing.videoDuration !== undefined
      ? { videoMetadata: { videoDuration: processing.videoDuration } }
      : {}),
    ...(isDone && processing.error ? { error: { ...processing.error } } : {}),
  };
}

// The live API has nanosecond timestamps here; the sub-millisecond digits are arbitrary.
function nanoStamp(at: number, name: string): string {
  const below = String(seedOf(name) % 1_000_000).padStart(6, '0');
  return new Date(at).toISOString().replace('Z', `${below}Z`);
}

/** Processing result of an upload, decided at once and revealed over time. */
export interface Processing {
  /** In ms since 1970. */
  readonly endsAt: number;
  readonly outcome: 'ACTIVE' | 'FAILED';
  readonly error?: { readonly code: number; readonly message: string };
  /** Duration of a video, such as `2s`. */
  readonly videoDuration?: string;
}

// In ms. Live measurements: 1 s for a 5 KB video, 2 s for 4.9 MB.
const MIN_PROCESSING_MS = 1000;
const BYTES_PER_SECOND = 5_000_000;
// In ms. The time for long videos isn't published; limited for convenience.
const MAX_PROCESSING_MS = 60_000;

/** Bytes per second of video, to estimate the duration from the file size. */
const VIDEO_BYTES = 2_500_000;

const PROCESSING_FAILURE = 'The file couldn’t be processed, as requested by its display name.';

const INVALID_ARGUMENT = 3;
const LAST_CODE = 16;

/**
 * Decides the processing of a file: videos take time, other files are active immediately. Triggers in the
 * display name: `[[fail]]`, `[[fail:8]]` with a status code, `[[processing:90]]` in seconds.
 * @param now in ms since 1970
 */
export function decideProcessing(
  { mimeType, bytes, displayName }: { mimeType: string; bytes: number; displayName: string },
  now: number,
): Processing {
  const isVideo = mimeType.toLowerCase().startsWith('video/');
  const processing = processingAfter(displayName, now, isVideo ? videoTime(bytes) : 0);
  if (!isVideo || processing.error) return processing;
  const seconds = Math.max(1, Math.ceil(bytes / VIDEO_BYTES));
  return { ...processing, videoDuration: `${seconds}s` };
}

/** Returns the result of processing, including triggers in the display name. @param took in ms. */
export function processingAfter(displayName: string, now: number, took: number): Processing {
  const triggers = triggersIn(displayName);
  const asked = Number(triggerArgument(triggers, 'processing') ?? Number.NaN);
  const endsAt = now + (Number.isFinite(asked) && asked >= 0 ? Math.round(asked * 1000) : took);
  const fails = triggerArgument(triggers, 'fail');
  if (fails === undefined) return { endsAt, outcome: 'ACTIVE' };
  // The error message isn't published.
  const error = { code: failureCode(fails), message: PROCESSING_FAILURE };
  return { endsAt, outcome: 'FAILED', error };
}

function videoTime(bytes: number): number {
  return Math.min(
    MAX_PROCESSING_MS,
    MIN_PROCESSING_MS + Math.round((bytes / BYTES_PER_SECOND) * 1000),
  );
}

function failureCode(argument: string): number {
  const code = Number(argument);
  return Number.isInteger(code) && code > 0 && code <= LAST_CODE ? code : INVALID_ARGUMENT;
}

const FILE_TYPE = 'type.googleapis.com/google.ai.generativelanguage.v1beta.File';

/**
 * Stores an operation `operations/{id}` for a file that is processing. Fields other than its name
 * aren't published.
 */
function leaveProcessing(world: HandlerContext, file: Stored, processing: Processing): void {
  if (processing.endsAt <= world.time.now()) return;
  const name = nameIn('', 'operations', world.ids.random());
  const { displayName = '' } = file.resource;
  const metadata = { '@type': FILE_TYPE, name: file.name, displayName };
  const hidden = { processing } as unknown as Stored['hidden'];
  world.state.insert('operations', { name, parent: '', resource: { name, metadata }, hidden });
}

export function shownGeneral(world: HandlerContext, { resource, hidden }: Stored): JsonObject {
  const processing = hidden.processing as unknown as Processing | undefined;
  if (!processing || world.time.now() < processing.endsAt) return resource;
  const { error } = processing;
  const outcome = error ? { error: { ...error } } : { response: resource.metadata ?? {} };
  return { ...resource, done: true, ...outcome };
}

// Earliest expiration per world, to skip needless scans.
const nextExpiry = new WeakMap<HandlerContext, number>();

export function deleteExpired(world: HandlerContext): void {
  const now = world.time.now();
  if (now < (nextExpiry.get(world) ?? 0)) return;
  let next = now + FILE_LIFETIME;
  for (const stored of world.state.list('files', '')) {
    next = Math.min(next, hiddenOf(stored).createdAt + FILE_LIFETIME);
    if (isExpired(stored, now)) removeFile(world, stored);
  }
  // A rollback restores deleted files; the next scan deletes them again.
  nextExpiry.set(world, next);
}

/**
 * Throws 429 if the project quota would be exceeded. The error message isn't published.
 * @param limit in bytes for all files.
 */
export function requireFileRoom(world: HandlerContext, bytes: number, limit: number): void {
  const now = world.time.now();
  const used = world.state
    .list('files', '')
    .filter((stored) => !isExpired(stored, now))
    .reduce((sum, stored) => sum + (hiddenOf(stored).bytes ?? 0), 0);
  if (used + bytes <= limit) return;
  throw new StatusError(
    429,
    `The files of a project can have up to ${limit} bytes in total. It has ${used}, and this file would add ` +
      `${bytes}. Delete files, or wait until they expire.`,
  );
}
