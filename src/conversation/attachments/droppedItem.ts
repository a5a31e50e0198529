import { matchesName } from '../../api/names';
import type { FileTarget } from '../../base/fileTarget';
import { percentDecoded } from '../../base/percentDecoding';
import { plainText } from '../../platform/plainText';
import type { KeptAttachment } from '../model/conversation';
import { newId } from '../store/conversationFile';

/** What a dropped address names; undefined for what can't be attached, such as a page of the web. */
export type DroppedItem =
  | { readonly kind: 'user'; readonly target: FileTarget }
  /** Its resource name; with a connection where the address names one. */
  | { readonly kind: 'service'; readonly file: string; readonly connection?: string };

/** As RFC 3986 divides an address; what comes after the path is no part of a file's. */
const ADDRESS = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/i;
/** How this extension names a resource that is opened in an editor: connection, version, name. */
const DOCUMENT = /^\/([^/]+)\/[^/]+\/(files\/[^/]+)\.json$/;
const WEB: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'data', 'javascript', 'command']);

/**
 * Reads a line of `text/uri-list`. A file of the service is taken by its name alone, wherever its address
 * points: gateways hand out the addresses of the service behind them, and nothing is sent to an address.
 */
export function droppedItem(line: string): DroppedItem | undefined {
  const text = line.trim();
  if (isFileName(text)) return { kind: 'service', file: text };
  const [, scheme = '', authority = '', path = ''] = ADDRESS.exec(text) ?? [];
  const name = scheme.toLowerCase();
  if (name === 'http' || name === 'https') {
    const file = /^\/v[0-9][a-z0-9]*\/(files\/[^/]+)$/.exec(path)?.[1];
    return file !== undefined && isFileName(file) ? { kind: 'service', file } : undefined;
  }
  if (name === 'genlang') {
    const [, connection, file] = DOCUMENT.exec(percentDecoded(path)) ?? [];
    if (connection === undefined || file === undefined || !isFileName(file)) return undefined;
    return { kind: 'service', file, connection };
  }
  if (name === '' || WEB.has(name) || !path.startsWith('/')) return undefined;
  return {
    kind: 'user',
    target: { scheme: name, authority: percentDecoded(authority), path: percentDecoded(path) },
  };
}

function isFileName(text: string): boolean {
  return matchesName('files/*', text) && !/[\s?#%]/.test(text);
}

/** What is known of an attachment before anything was read. `connection` is where a file without one would be. */
export function newAttachment(item: DroppedItem, connection: string | undefined): KeptAttachment {
  const id = newId();
  if (item.kind === 'user') {
    const { target } = item;
    const name = plainText(target.path.split('/').findLast(Boolean) ?? target.path);
    return { id, name, mimeType: '', kind: 'inline', source: target };
  }
  const { file, connection: home = connection } = item;
  return {
    ...{ id, name: file, mimeType: '', kind: 'file', file },
    ...(home !== undefined && { connection: home }),
  };
}

/** Those items that are not there yet, each once. */
export function withoutKnown(
  items: readonly DroppedItem[],
  known: readonly KeptAttachment[],
): readonly DroppedItem[] {
  const keys = new Set(known.map(({ source, file }) => (source ? targetKey(source) : file)));
  return items.filter((item) => {
    const key = item.kind === 'user' ? targetKey(item.target) : item.file;
    return !keys.has(key) && keys.add(key);
  });
}

function targetKey({ scheme, authority, path }: FileTarget): string {
  return JSON.stringify([scheme, authority, path]);
}
