import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchTemplate } from '../../api/names';
import { operationRow } from '../../api/operations';
import { downloadOf } from '../files/download';
import type { Service, Target } from '../exchange';
import type { LogEntry } from '../requestLog';
import { StatusError } from '../status';

const VERSION = 'v1beta';

/** The file whose content a path asks for; undefined where it is another path. It is none of the operations. */
export function downloadName(path: string): string | undefined {
  const start = `/${VERSION}/`;
  if (!path.startsWith(start)) return undefined;
  return matchTemplate('{name=files/*}:download', path.slice(start.length))?.name;
}

/** Answers with the bytes of a file. Needs what `files.get` needs, and throws as that does. */
export function serveDownload(
  service: Service,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
  { query }: Target,
  entry: LogEntry,
): void {
  const { credentials, world } = service;
  entry.operation = 'files.get';
  entry.version = VERSION;
  entry.credential = credentials.kind(request.headers, query);
  credentials.check(request.headers, query, operationRow('files.get'), VERSION);
  const { mimeType, bytes } = downloadOf(world, name);
  if ((query.get('alt') ?? query.get('$alt')) !== 'media') {
    throw new StatusError(400, 'Add alt=media to the address to download the content.');
  }
  response.writeHead(200, { 'content-type': mimeType, 'content-length': bytes.length }).end(bytes);
}
