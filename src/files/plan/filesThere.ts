import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { Connection } from '../../service/connection';
import { topCollection } from '../../catalog/kindOperations';
import type { FilesRoom } from '../room';
import { contentHash, hashOfResource } from '../source/contentHash';
import type { UserFile } from '../userFiles';
import { NEEDED_LIFE } from './limits';

/** The files that the service has. */
export interface FilesThere {
  /** Bytes that they have together. */
  readonly used: number;
  /**
   * One with the same content that can be used for some time; a file is only read where one is as large.
   * Throws what `contentHash` throws.
   */
  twinOf(file: UserFile, signal: AbortSignal): Promise<JsonObject | undefined>;
}

/** Lists all files of a connection anew. None where its version has no list of files. */
export async function filesThere(
  { services, userFiles, clock }: Pick<FilesRoom, 'services' | 'userFiles' | 'clock'>,
  connection: Connection,
  signal: AbortSignal,
): Promise<FilesThere> {
  const collection = topCollection('file', connection);
  if (collection) services.store.invalidate(collection);
  const listed = collection && (await services.store.loadAll(collection, { signal }));
  const now = clock.now();
  const files = (listed?.items ?? []).filter((file) => !(expiryOf(file) <= now));
  const bySize = Map.groupBy(
    files.filter((file) => isUsable(file, now) && hashOfResource(file) !== undefined),
    sizeOf,
  );
  return {
    used: files.reduce((sum, file) => sum + sizeOf(file), 0),
    async twinOf(file, signal) {
      const alike = bySize.get(file.size) ?? [];
      if (alike.length === 0) return undefined;
      const hash = await contentHash(file, userFiles, signal);
      // The one that stays longest.
      return alike
        .filter((other) => hashOfResource(other) === hash)
        .toSorted((a, b) => expiryOf(b) - expiryOf(a))
        .at(0);
    },
  };
}

function isUsable(file: JsonObject, now: number): boolean {
  const expiry = expiryOf(file);
  return textAt(file, 'state') !== 'FAILED' && !(expiry < now + NEEDED_LIFE);
}

/** In bytes; 0 where it is no number. */
function sizeOf(file: JsonObject): number {
  const bytes = Number(textAt(file, 'sizeBytes'));
  return Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
}

/** Milliseconds since 1970; without an end, that of all times. */
function expiryOf(file: JsonObject): number {
  const time = Date.parse(textAt(file, 'expirationTime'));
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}
