import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { seedOf } from './digest';
import { addContent, removeContent } from './fileContent';
import { checkDisplayName, claimName, nameIn } from './records';
import type { Stored } from './state';
import { StatusError } from './status';
import { argumentOf, triggersIn } from './triggers';
import type { World } from './world';

/** What a client says of a new file. */
interface FileRequest {
  /** `files/{id}`; 12 random characters where it is absent or empty. */
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
}

/** What is known of the bytes of a file after they were read. */
export interface FileContent {
  readonly mimeType: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The bytes themselves, where they are kept. */
  readonly blocks?: Iterable<Buffer>;
  /** Whether the service made it, so that it gives the bytes back. */
  readonly isGenerated?: true;
  /** Whether it stays in Cloud Storage, and the service only knows of it. */
  readonly isRegistered?: true;
}

/**
 * Throws what a new file would be refused with: 400 for a wrong name or a display name that is too long,
 * 409 for a name that is taken.
 */
export function checkFileRequest(world: World, { name, displayName }: FileRequest): void {
  dropExpired(world);
  checkDisplayName('File', displayName);
  claimName(world, { kind: 'files', parent: '', given: name });
}

/**
 * Adds a file, in a transaction of the caller's. Throws what `checkFileRequest` throws.
 * @param content absent for one of which only the name and display name are known.
 */
export function addFile(world: World, request: FileRequest, content?: FileContent): Stored {
  checkFileRequest(world, request);
  const { displayName = '' } = request;
  const name = claimName(world, { kind: 'files', parent: '', given: request.name });
  const createdAt = world.time.now();
  const processing = content && decideProcessing({ ...content, displayName }, createdAt);
  const stored = storeFile(world, { name, displayName, createdAt, content, processing });
  if (processing) leaveProcessing(world, stored, processing);
  return stored;
}

/** Puts a file into the state as it is said to be. Throws where its name is taken. */
export function storeFile(
  world: World,
  file: {
    readonly name: string;
    readonly displayName: string;
    /** Milliseconds since 1970. */
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
  // What is written later for an earlier time.
  nextExpiry.set(world, Math.min(nextExpiry.get(world) ?? 0, createdAt + FILE_LIFETIME));
  if (content?.blocks) addContent(world, name, content.blocks);
  return stored;
}

function contentFields(content: FileContent): Stored['resource'] {
  const { mimeType, bytes, sha256, isGenerated, isRegistered } = content;
  return {
    mimeType,
    // Zero is left out, as the service leaves out all defaults.
    ...(bytes === 0 ? {} : { sizeBytes: String(bytes) }),
    // Not the digest's 32 bytes: the service encodes their hexadecimal text once more.
    sha256Hash: Buffer.from(sha256).toString('base64'),
    source: isGenerated ? 'GENERATED' : isRegistered ? 'REGISTERED' : 'UPLOADED',
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** Milliseconds after which the service deletes a file. */
export const FILE_LIFETIME = 48 * HOUR_MS;

/** What is known of a file and not shown as it is. All times in milliseconds since 1970. */
interface FileHidden {
  readonly createdAt: number;
  /** Absent where no bytes came with it. */
  readonly bytes?: number;
  /** Whether its bytes can be downloaded; absent where somebody uploaded it. */
  readonly isGenerated?: true;
  /** Absent where no bytes came with it: such a file never gets a state. */
  readonly processing?: Processing;
}

export type FileMessage = JsonObject & Message<'File'>;

function hiddenOf({ hidden }: Stored): FileHidden {
  return hidden as unknown as FileHidden;
}

/** Whether the service has made a file. */
export function isGenerated(stored: Stored): boolean {
  return hiddenOf(stored).isGenerated === true;
}

/** Removes a file with its bytes. */
export function removeFile(world: World, { name }: Stored): void {
  removeContent(world, name);
  world.state.remove('files', name);
}

export function isExpired(stored: Stored, now: number): boolean {
  return now >= hiddenOf(stored).createdAt + FILE_LIFETIME;
}

/**
 * A file as the service shows it now: its state follows from the time.
 * @param origin of the request; the address of a file lies there, where the service has its own name.
 */
export function shownFile(world: World, stored: Stored, origin: string): FileMessage {
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

// The service writes nanoseconds here; those below a millisecond mean nothing, and differ from file to file.
function nanoStamp(at: number, name: string): string {
  const below = String(seedOf(name) % 1_000_000).padStart(6, '0');
  return new Date(at).toISOString().replace('Z', `${below}Z`);
}

/** What becomes of an uploaded file, and when: decided once, seen as time goes by. */
export interface Processing {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly outcome: 'ACTIVE' | 'FAILED';
  readonly error?: { readonly code: number; readonly message: string };
  /** Of a video, such as `2s`. */
  readonly videoDuration?: string;
}

// Milliseconds. A clip of 5 KB was seen to take one second, one of 4.9 MB two.
const SHORTEST_PROCESSING = 1000;
const BYTES_PER_SECOND = 5_000_000;
// The time of long videos is not published; nobody should wait for a server on their own machine.
const LONGEST_PROCESSING = 60_000;

/** Bytes of a second of video: the clip of 4.9 MB had two. The emulator does not look into the file. */
const VIDEO_BYTES = 2_500_000;

const PROCESSING_FAILURE = 'The file could not be processed, as its display name asks for.';

/** The canonical codes that an operation can fail with. */
const INVALID_ARGUMENT = 3;
const LAST_CODE = 16;

/**
 * Decides what becomes of a file: videos take their time, everything else is active at once. Trigger words
 * in the display name change it: `[[fail]]`, `[[fail:8]]` with a canonical code, and `[[processing:90]]`
 * with seconds.
 * @param now milliseconds since 1970.
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

/**
 * What becomes of something that takes its time, unless trigger words in its display name ask for another end.
 * @param took milliseconds.
 */
export function processingAfter(displayName: string, now: number, took: number): Processing {
  const triggers = triggersIn(displayName);
  const asked = Number(argumentOf(triggers, 'processing') ?? Number.NaN);
  const endsAt = now + (Number.isFinite(asked) && asked >= 0 ? Math.round(asked * 1000) : took);
  const fails = argumentOf(triggers, 'fail');
  if (fails === undefined) return { endsAt, outcome: 'ACTIVE' };
  // The service's own words are not published.
  const error = { code: failureCode(fails), message: PROCESSING_FAILURE };
  return { endsAt, outcome: 'FAILED', error };
}

function videoTime(bytes: number): number {
  return Math.min(
    LONGEST_PROCESSING,
    SHORTEST_PROCESSING + Math.round((bytes / BYTES_PER_SECOND) * 1000),
  );
}

function failureCode(argument: string): number {
  const code = Number(argument);
  return Number.isInteger(code) && code > 0 && code <= LAST_CODE ? code : INVALID_ARGUMENT;
}

const FILE_TYPE = 'type.googleapis.com/google.ai.generativelanguage.v1beta.File';

/**
 * Leaves a general operation, `operations/{id}`, for a file that is not ready at once. It is the project's,
 * as the file is. What it holds besides its name is not published.
 */
function leaveProcessing(world: World, file: Stored, processing: Processing): void {
  if (processing.endsAt <= world.time.now()) return;
  const name = nameIn('', 'operations', world.ids.random());
  const { displayName = '' } = file.resource;
  const metadata = { '@type': FILE_TYPE, name: file.name, displayName };
  const hidden = { processing } as unknown as Stored['hidden'];
  world.state.insert('operations', { name, parent: '', resource: { name, metadata }, hidden });
}

/** A general operation as it is now: that of a file ends when the file's processing does. */
export function shownGeneral(world: World, { resource, hidden }: Stored): JsonObject {
  const processing = hidden.processing as unknown as Processing | undefined;
  if (!processing || world.time.now() < processing.endsAt) return resource;
  const { error } = processing;
  const outcome = error ? { error: { ...error } } : { response: resource.metadata ?? {} };
  return { ...resource, done: true, ...outcome };
}

// Before which no file of a world expires: until then they are not looked at.
const nextExpiry = new WeakMap<World, number>();

/** Removes the files that the service has deleted by now. */
export function dropExpired(world: World): void {
  const now = world.time.now();
  if (now < (nextExpiry.get(world) ?? 0)) return;
  let next = now + FILE_LIFETIME;
  for (const stored of world.state.list('files', '')) {
    next = Math.min(next, hiddenOf(stored).createdAt + FILE_LIFETIME);
    if (isExpired(stored, now)) removeFile(world, stored);
  }
  // What was removed is there again where its transaction is undone: then they are looked at once more.
  nextExpiry.set(world, next);
}

/**
 * Throws 429 where a project has no room for so many bytes more. The service's own wording is not
 * published.
 * @param limit bytes that all files of a project may have.
 */
export function requireFileRoom(world: World, bytes: number, limit: number): void {
  const now = world.time.now();
  const used = world.state
    .list('files', '')
    .filter((stored) => !isExpired(stored, now))
    .reduce((sum, stored) => sum + (hiddenOf(stored).bytes ?? 0), 0);
  if (used + bytes <= limit) return;
  throw new StatusError(
    429,
    `The files of a project may have ${limit} bytes in all. It has ${used}, and this would add ` +
      `${bytes}. Delete files, or wait until they expire.`,
  );
}
