import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { type Handler, type HandlerRows, type Reply, singleReply } from '../call';
import type { FileContent } from '../fileStore';
import { UNKNOWN_TYPE } from '../../base/mediaTypes';
import { writeTar } from '../../base/tar';
import { mountSources, readTar } from './sources';
import { snakePage, snakeStatePage } from '../paging';
import { findRecord, nameIn, recordNotFound, removeTree } from '../records';
import type { Stored } from '../state';
import { aborted, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import {
  copyFiles,
  fileBlocks,
  filesAt,
  filesOf,
  isFolder,
  putFile,
  requireFile,
  toFileResource,
  sizeOf,
} from './fileTree';

type Environment = Message<'environments.Environment'>;
type NewEnvironment = Message<'environments.CreateEnvironmentRequest'>;
type Config = Message<'interactions.Environment'>;

const MINUTE_MS = 60_000;
/** Idle time in ms after which the machine stops. Its files remain. */
const IDLE_MS = 15 * MINUTE_MS;
/** Idle time in ms after which the environment is deleted. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

interface Hidden {
  /** In ms since 1970. */
  readonly usedAt: number;
}

const createEnvironment: Handler = (call, world) => {
  const { sources, network, from_environment: from } = call.body as NewEnvironment;
  if (from !== undefined && sources !== undefined) {
    throw new StatusError(400, 'from_environment and sources cannot be set together.');
  }
  const copied = from === undefined ? undefined : requireEnvironment(world, nameOf(from));
  const made = addEnvironment(world, {
    ...(sources && { sources }),
    ...(network !== undefined && { network }),
  });
  if (copied) copyFiles(world, copied.name, made.name);
  return singleReply(toResource(world, made));
};

const getEnvironment: Handler = (call, world) =>
  singleReply(toResource(world, requireEnvironment(world, call.path.name ?? '')));

const listEnvironments: Handler = (call, world) => {
  const { items, ...next } = snakeStatePage(call, world, 'environments', (one) =>
    isKept(world, one),
  );
  return singleReply({ environments: items.map((one) => toResource(world, one)), ...next });
};

const deleteEnvironment: Handler = (call, world) => {
  removeTree(world, 'environments', requireEnvironment(world, call.path.name ?? '').name);
  return singleReply({});
};

const listEnvironmentFiles: Handler = (call, world) => {
  const { environment, path } = placeOf(call.path.name ?? '');
  const used = useEnvironment(world, environment);
  const found = filesAt(world, used.name, path, call.query.recursive === true);
  const { items, ...next } = snakePage(call, found);
  return singleReply({ files: items.map(({ resource }) => resource), ...next });
};

/** Returns the bytes of a file, or a folder as tar archive. */
const downloadEnvironmentFile: Handler = (call, world) => {
  const { environment, path } = placeOf(call.path.name ?? '');
  const used = useEnvironment(world, environment);
  const file = path === '' ? undefined : requireFile(world, used.name, path);
  if (file && !isFolder(file)) {
    const { mime_type: type = '', size_bytes: size = '0' } = toFileResource(file);
    return bytes(type, Number(size), fileBlocks(world, file));
  }
  const start = path === '' ? 0 : path.length + 1;
  const entries = filesAt(world, used.name, path, true).map((one) => ({
    path: (toFileResource(one).path ?? '').slice(start),
    content: isFolder(one) ? undefined : Buffer.concat([...fileBlocks(world, one)]),
  }));
  const archive = writeTar(entries);
  return bytes('application/x-tar', archive.length, [archive]);
};

function bytes(contentType: string, count: number, blocks: Iterable<Buffer>): Reply {
  return { steps: [], media: { contentType, bytes: count, blocks } };
}

/** Throws the errors of a new file or archive before its bytes are received. */
export function checkNewFile(world: HandlerContext, name: string, asked: JsonObject): void {
  const { environment, path } = placeOf(name);
  const kept = requireEnvironment(world, environment);
  if (asked.extract === true) return;
  if (path === '') throw new StatusError(400, 'The path of a file is missing.');
  const before = filesOf(world, kept.name).find((file) => toFileResource(file).path === path);
  if (before && (isFolder(before) || asked.overwrite !== true)) throw aborted();
}

/**
 * Stores a file or unpacks an archive, and returns the new items.
 * @param most maximum size of the unpacked archive in bytes.
 */
export function addFiles(
  world: HandlerContext,
  name: string,
  asked: JsonObject,
  { mimeType, blocks = [] }: Pick<FileContent, 'blocks' | 'mimeType'>,
  most: number,
): readonly JsonObject[] {
  const { environment, path } = placeOf(name);
  const used = useEnvironment(world, environment).name;
  const overwrite = asked.overwrite === true;
  if (asked.extract !== true) {
    const type = mimeType === UNKNOWN_TYPE ? {} : { mimeType };
    return [putFile(world, used, { path, blocks, ...type }, overwrite).resource];
  }
  const below = path === '' ? '' : `${path}/`;
  return readTar(Buffer.concat([...blocks]), most).map(({ path: inner, content }) => {
    const file = { path: below + inner, ...(content && { blocks: [content] }) };
    return putFile(world, used, file, overwrite).resource;
  });
}

/**
 * Returns the environment ID of an interaction: a new one for `remote` or a configuration,
 * otherwise an existing one. Undefined if the interaction names none.
 */
export function environmentFor(
  world: HandlerContext,
  asked: string | Config | undefined,
): string | undefined {
  if (asked === undefined) return undefined;
  if (asked === 'remote') return idOf(addEnvironment(world, {}));
  if (typeof asked === 'string') return idOf(useEnvironment(world, nameOf(asked)));
  const { environment_id: id, sources = [], network } = asked;
  if (id === undefined) {
    return idOf(addEnvironment(world, { sources, ...(network !== undefined && { network }) }));
  }
  const known = useEnvironment(world, nameOf(id));
  mountSources(world, known.name, sources);
  if (network !== undefined) {
    const resource = { ...known.resource, network } as Stored['resource'];
    world.state.update('environments', known.name, { resource });
  }
  return id;
}

export function writeEnvironmentFile(
  world: HandlerContext,
  id: string,
  path: string,
  text: string,
): void {
  const { name } = useEnvironment(world, nameOf(id));
  putFile(world, name, { path, blocks: [Buffer.from(text)] }, true);
}

export function environmentPaths(world: HandlerContext, id: string): readonly string[] {
  const { name } = requireEnvironment(world, nameOf(id));
  return filesOf(world, name).flatMap((file) =>
    isFolder(file) ? [] : (toFileResource(file).path ?? []),
  );
}

function addEnvironment(
  world: HandlerContext,
  given: Pick<Environment, 'network' | 'sources'>,
): Stored {
  const id = world.ids.random();
  const name = nameIn('', 'environments', id);
  const now = world.time.stamp();
  const resource = { id, created: now, updated: now, ...given } as Stored['resource'];
  const stored = world.state.insert('environments', {
    name,
    parent: '',
    resource,
    hidden: { usedAt: world.time.now() } satisfies Hidden,
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  world.visibility.created(name);
  mountSources(world, name, given.sources ?? []);
  return stored;
}

/** Throws 404 if the environment doesn't exist or has expired. */
export function requireEnvironment(world: HandlerContext, name: string): Stored {
  const found = findRecord(world, 'environments', name);
  if (found && isKept(world, found)) return found;
  throw recordNotFound(name);
}

function useEnvironment(world: HandlerContext, name: string): Stored {
  const found = requireEnvironment(world, name);
  // A missed run of a schedule may be older than the last use.
  const { usedAt: before } = found.hidden as unknown as Hidden;
  const hidden = { usedAt: Math.max(before, world.time.now()) } satisfies Hidden;
  world.state.update('environments', name, { hidden });
  return found;
}

function isKept(world: HandlerContext, { hidden }: Stored): boolean {
  return world.time.now() < (hidden as unknown as Hidden).usedAt + KEPT_MS;
}

function toResource(world: HandlerContext, { name, resource, hidden }: Stored): Stored['resource'] {
  const { usedAt } = hidden as unknown as Hidden;
  const files = filesOf(world, name);
  return {
    id: resource.id ?? '',
    status: world.time.now() < usedAt + IDLE_MS ? 'active' : 'expired',
    ...resource,
    last_accessed: world.time.stamp(usedAt),
    file_count: String(files.filter((file) => !isFolder(file)).length),
    size_bytes: String(sizeOf(files)),
  };
}

function nameOf(id: string): string {
  return nameIn('', 'environments', id);
}

function idOf({ name }: Stored): string {
  return name.slice(name.indexOf('/') + 1);
}

function placeOf(name: string): { readonly environment: string; readonly path: string } {
  const [collection = '', id = '', , ...path] = name.split('/');
  return { environment: `${collection}/${id}`, path: path.join('/') };
}

export const environmentHandlers = {
  'environments.create': createEnvironment,
  'environments.delete': deleteEnvironment,
  'environments.get': getEnvironment,
  'environments.list': listEnvironments,
  'environments.files.download': downloadEnvironmentFile,
  'environments.files.list': listEnvironmentFiles,
} as const satisfies HandlerRows;
