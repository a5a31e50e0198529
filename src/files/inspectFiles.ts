import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { mapConcurrent, throwIfAborted } from '../base/async';
import { AppError } from '../base/errors';
import { topCollection } from '../catalog/kindOperations';
import type { Connection } from '../service/connection';
import type { FilesContext } from './context';
import { contentHash, hashOfResource, readHead } from './fileContent';
import { mimeTypeOf } from './mimeType';
import type { Candidate, LeftOut } from './uploadPlan';
import type { UserFile } from './userFiles';

/** A file that can be uploaded, with its type and its copy at the service. */
export interface InspectedFile extends Candidate {
  /** Undefined where it is unknown. */
  readonly mimeType: string | undefined;
  /** A File resource with the same content. */
  readonly twin?: JsonObject;
}

export interface Inspection {
  readonly files: readonly InspectedFile[];
  /** Bytes of all files of the project; undefined where that does not count. */
  readonly used: number | undefined;
}

/** Milliseconds that a file of the service must still exist to be used instead of another upload. */
const NEEDED_LIFE = 10 * 60_000;

/** Files that are read at once. */
const AT_ONCE = 4;

/**
 * Finds out what must be known of files before one is sent: their types, and whether the service has them already.
 * Files that can't be read are left out; throws where there is only one.
 * @param place the connection whose files may be the same ones, or where else they go: in an environment each has a
 * place of its own, also with the same content.
 */
export async function inspectFiles(
  context: Pick<FilesContext, 'services' | 'userFiles' | 'clock' | 'readSetting'>,
  place: Connection | 'store' | 'environment',
  candidates: readonly Candidate[],
  leftOut: LeftOut[],
  signal: AbortSignal,
): Promise<Inspection> {
  const there =
    typeof place === 'object' ? await listUploadedFiles(context, place, signal) : undefined;
  const overrides = context.readSetting('files.mimeTypes');
  const inspected: (InspectedFile | undefined)[] = candidates.map(() => undefined);
  await mapConcurrent(AT_ONCE, candidates.entries(), async ([index, candidate]) => {
    throwIfAborted(signal);
    const { file } = candidate;
    try {
      const mimeType = mimeTypeOf(file.name, overrides, await readHead(file, context.userFiles));
      const twin = await there?.twinOf(file, signal);
      inspected[index] = { ...candidate, mimeType, ...(twin && { twin }) };
    } catch (error) {
      if (!(error instanceof AppError) || candidates.length === 1) throw error;
      leftOut.push({ name: file.name, reason: 'unreadable' });
    }
  });
  const files = inspected.filter((one) => one !== undefined);
  const once = place === 'environment' ? files : await onceEach(context, files, leftOut, signal);
  return { files: once, used: there?.used };
}

/** Drops the files that have the same content and type as an earlier one. */
async function onceEach(
  { userFiles }: Pick<FilesContext, 'userFiles'>,
  files: readonly InspectedFile[],
  leftOut: LeftOut[],
  signal: AbortSignal,
): Promise<readonly InspectedFile[]> {
  // Only files of the same size as another one are read.
  const alike = Map.groupBy(
    files.filter(({ mimeType }) => mimeType !== undefined),
    ({ file, mimeType }) => `${file.size} ${mimeType ?? ''}`,
  );
  const again = new Set<InspectedFile>();
  for (const some of alike.values()) {
    if (some.length === 1) continue;
    const seen = new Set<string>();
    for (const one of some) {
      const hash = await contentHash(one.file, userFiles, signal);
      if (seen.has(hash)) again.add(one);
      seen.add(hash);
    }
  }
  leftOut.push(...[...again].map(({ displayName: name }): LeftOut => ({ name, reason: 'same' })));
  return files.filter((one) => !again.has(one));
}

/** The files of a project at the service. */
interface UploadedFiles {
  /** Their sizes together, in bytes. */
  readonly used: number;
  /**
   * One with the same content that can be used for some time; a file is only read where one is as large.
   * Throws what `contentHash` throws.
   */
  twinOf(file: UserFile, signal: AbortSignal): Promise<JsonObject | undefined>;
}

/** Fetches the list of all files of a connection. Empty where its version has no such list. */
export async function listUploadedFiles(
  { services, userFiles, clock }: Pick<FilesContext, 'services' | 'userFiles' | 'clock'>,
  connection: Connection,
  signal: AbortSignal,
): Promise<UploadedFiles> {
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
      // The one that expires last.
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

/** Milliseconds since 1970; a file that does not expire has the largest number. */
function expiryOf(file: JsonObject): number {
  const time = Date.parse(textAt(file, 'expirationTime'));
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}
