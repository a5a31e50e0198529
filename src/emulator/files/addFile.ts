import { checkDisplayName } from '../resources/limits';
import { claimName } from '../resources/naming';
import type { Stored } from '../state/state';
import type { World } from '../world';
import type { FileHidden } from './fileRecord';
import { dropExpired } from './quota';
import { decideProcessing, type Processing } from './processing';
import { leaveProcessing } from './processingOperation';

/** What a client says of a new file. */
export interface FileRequest {
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
  /** The bytes themselves, where the service made them. */
  readonly generated?: Buffer;
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
    ...(content?.generated && { content: content.generated.toString('base64') }),
    ...(processing && { processing }),
  };
  const stored = world.state.insert('files', {
    name,
    parent: '',
    resource: { name, displayName, ...(content && contentFields(content)) },
    hidden: hidden as unknown as Stored['hidden'],
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  return stored;
}

function contentFields({ mimeType, bytes, sha256, generated }: FileContent): Stored['resource'] {
  return {
    mimeType,
    // Zero is left out, as the service leaves out all defaults.
    ...(bytes === 0 ? {} : { sizeBytes: String(bytes) }),
    // Not the digest's 32 bytes: the service encodes their hexadecimal text once more.
    sha256Hash: Buffer.from(sha256).toString('base64'),
    source: generated ? 'GENERATED' : 'UPLOADED',
  };
}
