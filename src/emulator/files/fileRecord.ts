import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { seedOf } from '../engine/hash';
import type { Stored } from '../state/state';
import type { World } from '../world';
import type { Processing } from './processing';

const HOUR_MS = 60 * 60 * 1000;

/** Milliseconds after which the service deletes a file. */
export const LIFETIME = 48 * HOUR_MS;

/** What is known of a file and not shown as it is. All times in milliseconds since 1970. */
export interface FileHidden {
  readonly createdAt: number;
  /** Absent where no bytes came with it. */
  readonly bytes?: number;
  /** Base64 of what can be downloaded; absent where somebody uploaded it. */
  readonly content?: string;
  /** Absent where no bytes came with it: such a file never gets a state. */
  readonly processing?: Processing;
}

export type FileMessage = JsonObject & Message<'File'>;

export function hiddenOf({ hidden }: Stored): FileHidden {
  return hidden as unknown as FileHidden;
}

/** The bytes of a file that the service has generated. */
export function contentOf(stored: Stored): Buffer | undefined {
  const { content } = hiddenOf(stored);
  return content === undefined ? undefined : Buffer.from(content, 'base64');
}

export function isExpired(stored: Stored, now: number): boolean {
  return now >= hiddenOf(stored).createdAt + LIFETIME;
}

/**
 * A file as the service shows it now: its state follows from the time.
 * @param origin of the request; the address of a file lies there, where the service has its own name.
 */
export function shownFile(world: World, stored: Stored, origin: string): FileMessage {
  const { name, resource } = stored;
  const { createdAt, processing, content } = hiddenOf(stored);
  const isDone = processing !== undefined && world.time.now() >= processing.endsAt;
  const { source, sha256Hash, ...told } = resource as Message<'File'>;
  return {
    ...told,
    createTime: world.time.stamp(createdAt),
    updateTime: world.time.stamp(isDone ? processing.endsAt : createdAt),
    expirationTime: nanoStamp(createdAt + LIFETIME, name),
    ...(sha256Hash === undefined ? {} : { sha256Hash }),
    uri: `${origin}/v1beta/${name}`,
    ...(content === undefined
      ? {}
      : { downloadUri: `${origin}/v1beta/${name}:download?alt=media` }),
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
