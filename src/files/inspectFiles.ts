import * as l10n from '@vscode/l10n';
import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { mapConcurrent, throwIfAborted } from '../base/async';
import { AppError } from '../base/errors';
import { topCollection } from '../catalog/kindOperations';
import { requireConnected } from '../platform/errors';
import { plainText } from '../platform/plainText';
import type { Connection } from '../service/connection';
import type { FilesContext } from './context';
import { contentHash, hashOfResource, readHead } from './rememberedFiles';
import { mimeTypeOf } from './mimeType';
import { shortName } from './names';
import type { Candidate, ExcludedFile } from './uploadPlan';
import type { UserFile } from './openSource';

export interface InspectedFile extends Candidate {
  readonly mimeType: string | undefined;
  readonly twin?: JsonObject;
}

export interface Inspection {
  readonly files: readonly InspectedFile[];
  /** Total bytes of the project's files; undefined if the quota doesn't apply. */
  readonly used: number | undefined;
}

/** Minimum remaining lifetime of a reused file, in ms. */
const NEEDED_LIFE = 10 * 60_000;

const MAX_CONCURRENT = 4;

/**
 * Detects the types of files and looks for copies on the server. Skips unreadable files; throws if
 * there is only one. `place`: a connection whose files may be reused, or another destination.
 */
export async function inspectFiles(
  context: Pick<FilesContext, 'services' | 'userFiles' | 'clock' | 'readSetting'>,
  place: Connection | 'store' | 'environment',
  candidates: readonly Candidate[],
  leftOut: ExcludedFile[],
  signal: AbortSignal,
): Promise<Inspection> {
  const there =
    typeof place === 'object' ? await listUploadedFiles(context, place, signal) : undefined;
  const overrides = context.readSetting('files.mimeTypes');
  const inspected: (InspectedFile | undefined)[] = candidates.map(() => undefined);
  await mapConcurrent(MAX_CONCURRENT, candidates.entries(), async ([index, candidate]) => {
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

/** Drops files with the same content and type as an earlier file. */
async function onceEach(
  { userFiles }: Pick<FilesContext, 'userFiles'>,
  files: readonly InspectedFile[],
  leftOut: ExcludedFile[],
  signal: AbortSignal,
): Promise<readonly InspectedFile[]> {
  // Only files that share their size are hashed.
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
  leftOut.push(
    ...[...again].map(({ displayName: name }): ExcludedFile => ({ name, reason: 'same' })),
  );
  return files.filter((one) => !again.has(one));
}

interface UploadedFiles {
  /** Total size in bytes. */
  readonly used: number;
  /**
   * Finds a file with the same content that doesn't expire soon. Reads the file only if a size
   * matches. Throws the errors of `contentHash`.
   */
  twinOf(file: UserFile, signal: AbortSignal): Promise<JsonObject | undefined>;
}

/** Lists all files of a connection. Empty if its API version has no file list. */
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
      // Prefer the file that expires last.
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

/** Size in bytes; 0 if invalid. */
function sizeOf(file: JsonObject): number {
  const bytes = Number(textAt(file, 'sizeBytes'));
  return Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
}

/** In ms since 1970; the maximum number if the file doesn't expire. */
function expiryOf(file: JsonObject): number {
  const time = Date.parse(textAt(file, 'expirationTime'));
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}

/**
 * Returns the target connection. Undefined (after a notification) if the workspace isn't trusted.
 * Throws `AppError` (`noConnection`).
 */
export async function requireReady(context: FilesContext): Promise<Connection | undefined> {
  const { prompts, services } = context;
  if (!context.isTrusted()) {
    const manage = l10n.t('Manage Workspace Trust');
    void prompts.notify('warning', untrusted(), manage).then(async (answer) => {
      if (answer === manage) await context.show('trust');
    });
    return undefined;
  }
  return requireConnected(services.connections.active);
}

/** Throws `AppError` (`notTrusted`) if the workspace isn't trusted: no files may be read. */
export function requireTrust({ isTrusted }: Pick<FilesContext, 'isTrusted'>): void {
  if (isTrusted()) return;
  throw new AppError('notTrusted', untrusted());
}

const untrusted = (): string =>
  l10n.t('Files can be uploaded only from a trusted workspace. This one is in Restricted Mode.');

/**
 * Asks before sending each link target outside the workspace folder; undefined if dismissed. Files
 * below an `agreed` folder need no confirmation.
 */
export async function askLinks(
  { prompts }: Pick<FilesContext, 'prompts'>,
  files: readonly UserFile[],
  leftOut: ExcludedFile[],
  agreed?: UserFile,
): Promise<readonly UserFile[] | undefined> {
  const [upload, leave, leaveAll] = [
    l10n.t('Upload'),
    l10n.t('Skip'),
    l10n.t('Skip All Outside Links'),
  ];
  const left = new Set<UserFile>();
  const isAsked = ({ leadsTo }: UserFile): boolean =>
    leadsTo !== undefined && !isBelow(leadsTo, agreed?.leadsTo);
  const links = files.filter(isAsked);
  for (const [index, link] of links.entries()) {
    if (left.has(link)) continue;
    const rest = links.slice(index);
    const answer = await prompts.confirm(
      l10n.t('“{0}” points outside the workspace folder.', shortName(link.name)),
      {
        detail: l10n.t(
          'The file resolves to {0}. Upload the target?',
          plainText(link.leadsTo ?? ''),
        ),
        actions: [
          upload,
          ...(files.length > 1 ? [leave] : []),
          ...(rest.length > 1 ? [leaveAll] : []),
        ],
      },
    );
    if (answer === undefined) return undefined;
    const out = answer === leaveAll ? rest : answer === leave ? [link] : [];
    for (const one of out) left.add(one);
  }
  leftOut.push(...[...left].map(({ name }) => ({ name, reason: 'leadsOut' as const })));
  return files.filter((file) => !left.has(file));
}

function isBelow(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false;
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

/**
 * Asks to save files with unsaved changes, since only disk content is sent. Returns all files after
 * saving; undefined if dismissed. Throws `AppError` (`notSaved`).
 */
export async function askUnsaved(
  { prompts, userFiles }: Pick<FilesContext, 'prompts' | 'userFiles'>,
  files: readonly UserFile[],
): Promise<readonly UserFile[] | undefined> {
  const unsaved = files.filter(({ isUnsaved }) => isUnsaved);
  const [first] = unsaved;
  if (!first) return files;
  const [save, asIs] = [l10n.t('Save'), l10n.t('Use Saved Version')];
  const message =
    unsaved.length === 1
      ? l10n.t('{0} has unsaved changes.', shortName(first.name))
      : l10n.t('{0} files have unsaved changes.', unsaved.length.toLocaleString('en'));
  const detail = l10n.t('Only saved content is sent.');
  const answer = await prompts.confirm(message, { detail, actions: [save, asIs] });
  if (answer === undefined) return undefined;
  if (answer === asIs) return files;
  const saved: UserFile[] = [];
  for (const file of files) {
    if (!file.isUnsaved) saved.push(file);
    else if (await userFiles.save(file.target)) saved.push(await userFiles.inspect(file.target));
    else throw new AppError('notSaved', l10n.t('Couldn’t save {0}.', shortName(file.name)));
  }
  return saved;
}
