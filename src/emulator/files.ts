import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesName, matchTemplate } from '../api/names';
import { operationRow } from '../api/operations';
import type { Message } from '../api/schema/infer';
import { textAt } from '../base/json';
import { type Call, type Handler, single } from './call';
import { addFile, contentOf, type FileMessage, isExpired, shownFile } from './fileStore';
import type { Target } from './http';
import type { Credentials } from './identity/identity';
import { statePage } from './paging';
import { findRecord } from './records';
import type { LogEntry } from './requestLog';
import type { Stored } from './state';
import { StatusError } from './status';
import { textIn } from './text';
import type { World } from './world';

/**
 * A file without bytes. The service's interface has it, and what it does live is not published: here it is
 * listed like any other, has no state, and can't be used in a prompt.
 */
export const createFile: Handler = (call, world) => {
  const { file = {} } = call.body as Message<'CreateFileRequest'>;
  return single({ file: shownFile(world, addFile(world, file), call.origin) });
};

export const getFile: Handler = (call, world) =>
  single(shownFile(world, requireFile(world, call.path.name ?? ''), call.origin));

/** Those of the project, whoever uploaded them. */
export const listFiles: Handler = (call, world) => {
  const now = world.time.now();
  const { items, ...next } = statePage(call, world, 'files', '', (one) => !isExpired(one, now));
  return single({ files: items.map((one) => shownFile(world, one, call.origin)), ...next });
};

export const deleteFile: Handler = (call, world) => {
  world.state.remove('files', requireFile(world, call.path.name ?? '').name);
  return single({});
};

/** Where the real service has its files; prompts that were written for it name them so. */
const SERVICE_ORIGIN = 'https://generativelanguage.googleapis.com';

/**
 * The file that a prompt's `fileUri` names: by its whole address, here or at the service, or as
 * `files/{id}`. Undefined for any other address, such as a video on the web, which is not looked at.
 * Throws the service's 403 where there is no such file, and its 400 where it is not active.
 */
export function requireActiveFile(call: Call, world: World, uri: string): FileMessage | undefined {
  const name = fileNameOf(uri, call.origin);
  if (name === undefined) return undefined;
  const file = shownFile(world, requireFile(world, name), call.origin);
  if (file.state === 'ACTIVE') return file;
  throw new StatusError(
    400,
    `The File ${idOf(name)} is not in an ACTIVE state and usage is not allowed.`,
  );
}

/** The text of a file; undefined where none can be read of it, or nothing of it is kept. */
export function storedTextOf(world: World, name: string): string | undefined {
  const stored = requireFile(world, name);
  return textIn(textAt(stored.resource, 'mimeType'), contentOf(stored));
}

function fileNameOf(uri: string, origin: string): string | undefined {
  const home = [origin, SERVICE_ORIGIN].find((place) => uri.startsWith(`${place}/v1beta/`));
  const name = home === undefined ? uri : uri.slice(`${home}/v1beta/`.length);
  return matchesName('files/*', name) ? name : undefined;
}

/** The file of a name. Throws the service's 403 where there is none, or none any more: it never says 404. */
function requireFile(world: World, name: string): Stored {
  const found = findRecord(world, 'files', name);
  if (found && !isExpired(found, world.time.now())) return found;
  throw new StatusError(
    403,
    `You do not have permission to access the File ${idOf(name)} or it may not exist.`,
  );
}

/** `files/x` → `x`. */
function idOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** The one version with downloads. */
const VERSION = 'v1beta';

/** The file whose content a path asks for; undefined where it is another path. It is none of the operations. */
export function downloadName(path: string): string | undefined {
  const start = `/${VERSION}/`;
  if (!path.startsWith(start)) return undefined;
  return matchTemplate('{name=files/*}:download', path.slice(start.length))?.name;
}

/**
 * Answers with the bytes of a file that the service has generated. Needs what `files.get` needs, and throws as that
 * does, and 400 for a file that somebody uploaded: the service keeps those for prompts only. The real wording is not
 * published.
 */
export function serveDownload(
  { credentials, world }: { readonly credentials: Credentials; readonly world: World },
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
  { query }: Target,
  entry: LogEntry,
): void {
  entry.operation = 'files.get';
  entry.version = VERSION;
  entry.credential = credentials.kind(request.headers, query);
  credentials.check(request.headers, query, operationRow('files.get'), VERSION);
  const stored = requireFile(world, name);
  const bytes = contentOf(stored);
  if (bytes === undefined) {
    throw new StatusError(400, 'Only files that were generated by the service can be downloaded.');
  }
  if ((query.get('alt') ?? query.get('$alt')) !== 'media') {
    throw new StatusError(400, 'Add alt=media to the address to download the content.');
  }
  const headers = {
    'content-type': textAt(stored.resource, 'mimeType'),
    'content-length': bytes.length,
  };
  response.writeHead(200, headers).end(bytes);
}
