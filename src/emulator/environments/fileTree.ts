import type { Message } from '../../api/schema/infer';
import { typeOfEnding, UNKNOWN_TYPE } from '../../base/mediaTypes';
import { addContent, contentBlocks, removeContent } from '../fileContent';
import type { Stored } from '../state';
import { aborted, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';

type EnvironmentFile = Message<'environments.EnvironmentFile'>;

interface NewFile {
  readonly path: string;
  readonly blocks?: Iterable<Buffer>;
  /** Default: derived from the file extension. */
  readonly mimeType?: string;
}

/** Maximum path length. Not published; Cloud Storage allows 1,024 bytes per object name. */
const MAX_PATH_LENGTH = 1024;

function fileName(environment: string, path: string): string {
  return `${environment}/files/${path}`;
}

export function toFileResource({ resource }: Stored): EnvironmentFile {
  return resource;
}

export function isFolder(file: Stored): boolean {
  return toFileResource(file).type === 'directory';
}

export function filesOf(world: HandlerContext, environment: string): readonly Stored[] {
  const files = [...world.state.list('environmentFiles', environment)];
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Returns the content of a folder, or the file itself. The root path is empty. Throws 404.
 * @param isDeep includes subfolders.
 */
export function filesAt(
  world: HandlerContext,
  environment: string,
  path: string,
  isDeep: boolean,
): readonly Stored[] {
  if (path !== '') {
    const found = requireFile(world, environment, path);
    if (!isFolder(found)) return [found];
  }
  const start = fileName(environment, path === '' ? '' : `${path}/`);
  return filesOf(world, environment).filter(
    ({ name }) => name.startsWith(start) && (isDeep || !name.slice(start.length).includes('/')),
  );
}

export function requireFile(world: HandlerContext, environment: string, path: string): Stored {
  const found = world.state.find('environmentFiles', fileName(environment, path));
  if (found) return found;
  const id = environment.slice(environment.indexOf('/') + 1);
  throw new StatusError(404, `Path '${path}' not found in environment '${id}'.`);
}

/**
 * Creates a file or folder and its parents. Throws 409 if it exists and can't be replaced, 400 if a
 * parent is a file.
 */
export function putFile(
  world: HandlerContext,
  environment: string,
  { path, blocks, mimeType }: NewFile,
  overwrite: boolean,
): Stored {
  if (path.length > MAX_PATH_LENGTH) {
    throw new StatusError(400, `A path has at most ${MAX_PATH_LENGTH} characters.`);
  }
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (folder !== '') requireFolder(world, environment, folder);
  const name = fileName(environment, path);
  const before = world.state.find('environmentFiles', name);
  if (before && (!blocks || isFolder(before))) {
    if (!blocks && isFolder(before)) return before;
    throw aborted();
  }
  if (before && !overwrite) throw aborted();
  const now = world.time.stamp();
  const resource: EnvironmentFile = {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    type: blocks ? 'file' : 'directory',
    mime_type: blocks ? (mimeType ?? typeOfEnding(path) ?? UNKNOWN_TYPE) : '',
    size_bytes: '0',
    created: before ? (toFileResource(before).created ?? now) : now,
    modified: now,
  };
  if (before) removeContent(world, name);
  else {
    world.state.insert('environmentFiles', {
      name,
      parent: environment,
      hidden: {},
      resource,
    });
  }
  let bytes = 0;
  if (blocks) {
    addContent(
      world,
      name,
      counted(blocks, (count) => (bytes += count)),
    );
  }
  const whole = { ...resource, size_bytes: String(bytes) } as Stored['resource'];
  world.state.update('environmentFiles', name, { resource: whole });
  return world.state.find('environmentFiles', name) ?? unreachable(name);
}

function requireFolder(world: HandlerContext, environment: string, path: string): void {
  const found = world.state.find('environmentFiles', fileName(environment, path));
  if (!found) putFile(world, environment, { path }, false);
  else if (!isFolder(found)) throw new StatusError(400, `'${path}' is a file and no directory.`);
}

export function fileBlocks(world: HandlerContext, { name }: Stored): Iterable<Buffer> {
  return contentBlocks(world, name);
}

export function sizeOf(files: readonly Stored[]): number {
  return files.reduce((sum, file) => sum + Number(toFileResource(file).size_bytes ?? '0'), 0);
}

export function copyFiles(world: HandlerContext, from: string, to: string): void {
  for (const file of filesOf(world, from)) {
    const { path = '', mime_type: mimeType } = toFileResource(file);
    const content = isFolder(file) ? {} : { blocks: [...fileBlocks(world, file)] };
    putFile(world, to, { path, ...content, ...(mimeType && { mimeType }) }, true);
  }
}

function* counted(
  blocks: Iterable<Buffer>,
  count: (bytes: number) => void,
): Generator<Buffer, void, undefined> {
  for (const block of blocks) {
    count(block.length);
    yield block;
  }
}

function unreachable(name: string): never {
  throw new Error(`${name} vanished.`);
}
