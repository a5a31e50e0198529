import { gunzipSync } from 'node:zlib';
import { inlineLimits } from '../../api/schema/fieldLimits';
import type { Message } from '../../api/schema/infer';
import {
  nextTarName,
  readTarHead,
  safeTarPath,
  TAR_BLOCK,
  TarError,
  tarSize,
} from '../../base/tar';
import { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { putFile } from './fileTree';

type Source = Message<'interactions.Source'>;

/**
 * Mounts sources into an environment. Stores inline text; stores a note for remote sources, which are never
 * fetched. Throws 400 if text is too long or a target is outside the environment.
 */
export function mountSources(
  world: HandlerContext,
  environment: string,
  sources: readonly Source[],
): void {
  let total = 0;
  for (const [index, source] of sources.entries()) {
    const { path, content } = mounted(source, index);
    if (source.type === 'inline') {
      total += content.length;
      if (content.length > inlineLimits.one) throw tooLong(`sources[${index}]`, inlineLimits.one);
      if (total > inlineLimits.all) throw tooLong('sources', inlineLimits.all);
    }
    putFile(world, environment, { path, blocks: [content] }, true);
  }
}

function mounted(
  { type = '', source = '', content, encoding, target = '' }: Source,
  index: number,
): { readonly path: string; readonly content: Buffer } {
  const place = pathOf(target, index);
  if (type === 'inline') {
    if (content === undefined || place === '') {
      throw new StatusError(400, `Missing content or target in sources[${index}].`);
    }
    return { path: place, content: decoded(content, encoding, index) };
  }
  if (!['repository', 'gcs', 'skill_registry'].includes(type) || source === '') {
    throw new StatusError(400, `Invalid value at 'sources[${index}]': a source needs its place.`);
  }
  const last =
    source
      .replace(/\/+$/, '')
      .split('/')
      .at(-1)
      ?.replace(/\.git$/, '') ?? '';
  const folder = place === '' ? last.replaceAll(/[^\w.-]+/g, '-') || 'source' : place;
  const note = `# ${last}\n\nThe live API loads ${source} here. The emulator fetches nothing.\n`;
  const file = type === 'skill_registry' ? 'SKILL.md' : 'README.md';
  return { path: `${folder}/${file}`, content: Buffer.from(note) };
}

function decoded(content: string, encoding: string | undefined, index: number): Buffer {
  if (encoding === undefined || encoding === '' || /^utf-?8$/i.test(encoding)) {
    return Buffer.from(content);
  }
  if (encoding.toLowerCase() === 'base64') return Buffer.from(content, 'base64');
  const problem = `'${encoding}' is no encoding of text`;
  throw new StatusError(400, `Invalid value at 'sources[${index}].encoding': ${problem}.`);
}

/** Returns the target relative to the root. The live API treats `/notes/x` as `notes/x`. */
function pathOf(target: string, index: number): string {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  if (!steps.includes('..')) return steps.join('/');
  const problem = `'${target}' leads out of the environment`;
  throw new StatusError(400, `Invalid value at 'sources[${index}].target': ${problem}.`);
}

function tooLong(field: string, most: number): StatusError {
  return new StatusError(
    400,
    `Invalid value at '${field}': inline content has ${most} bytes at most.`,
  );
}

/** A file or folder in an archive. The path has no leading or trailing slash. */
interface UnpackedEntry {
  readonly path: string;
  readonly content: Buffer | undefined;
}

const GZIP = [0x1f, 0x8b] as const;

/**
 * Returns the files and folders of a tar or tar.gz archive, without links and devices. Throws 400
 * if invalid, larger than `most` bytes unpacked, or with paths outside the root.
 */
export function readTar(archive: Buffer, most: number): readonly UnpackedEntry[] {
  try {
    return entriesOf(unpacked(archive, most));
  } catch (error) {
    if (error instanceof TarError) throw new StatusError(400, error.message);
    throw error;
  }
}

function entriesOf(bytes: Buffer): readonly UnpackedEntry[] {
  if (bytes.length < TAR_BLOCK) throw new TarError();
  const entries: UnpackedEntry[] = [];
  // Long names are stored in a separate entry before the file.
  let longName: string | undefined;
  for (let at = 0; at + TAR_BLOCK <= bytes.length;) {
    const head = readTarHead(bytes.subarray(at, at + TAR_BLOCK));
    if (!head) break;
    const { size, type } = head;
    const content = bytes.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size);
    if (content.length !== size) throw new TarError();
    at += TAR_BLOCK + tarSize(size);
    if (type === 'L' || type === 'x') {
      longName = nextTarName(head, content) ?? longName;
      continue;
    }
    const path = safeTarPath(longName ?? head.name);
    longName = undefined;
    if (path === '') continue;
    if (type === '5') entries.push({ path, content: undefined });
    else if (type === '0' || type === '\0') entries.push({ path, content });
  }
  return entries;
}

function unpacked(archive: Buffer, most: number): Buffer {
  const isPacked = archive[0] === GZIP[0] && archive[1] === GZIP[1];
  if (!isPacked) {
    if (archive.length > most) throw new TarError();
    return archive;
  }
  try {
    return gunzipSync(archive, { maxOutputLength: most });
  } catch {
    throw new TarError();
  }
}
