import { matchesName } from '../../api/names';
import { operationIds, operationRow, versionFor } from '../../api/operations';
import { VERSIONS } from '../../api/versions';
import { isVersion, parseDocumentPath } from '../../catalog/documents';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import { kindOperations, listVersion } from '../../catalog/kindOperations';
import { kindIds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Connection } from '../../service/connection';

/**
 * The resource that a text names: a resource name such as `corpora/x`, with or without a version, the address
 * of a request or of a file, or that of one of our documents. Undefined where it names none.
 * @param connection where it is, unless the text says so.
 */
export function readAddress(text: string, connection: Connection): ResourceRef | undefined {
  const trimmed = text
    .trim()
    .replace(/^["'`<]+|["'`>]+$/g, '')
    // As in a log or a request document.
    .replace(/^(?:GET|POST|PATCH|PUT|DELETE)\s+/, '');
  const document = new RegExp(`^${DOCUMENT_SCHEME}:/*(/.*)$`).exec(trimmed)?.[1];
  if (document !== undefined) return parseDocumentPath(decoded(document) ?? '');
  const isUrl = /^https?:\/\//i.test(trimmed);
  const path = isUrl ? pathOf(trimmed) : /^[^?#]*/.exec(trimmed)?.[0];
  const segments = (decoded(path ?? '') ?? '').split('/').filter(Boolean);
  // A gateway may have a path of its own before the service's.
  const place = segments.findIndex((segment) => isVersion(segment));
  const version = segments[place];
  const name = segments.slice(place + 1).join('/');
  // `models/x:generateContent` is the address of a method of `models/x`.
  const [, called = name, method] = /^(.+):([A-Za-z]+)$/.exec(name) ?? [];
  const isCall = method !== undefined && (isUrl || methods().has(method));
  const found = refOf(isCall ? called : name, version, connection);
  if (found || !(isUrl || isCall)) return found;
  // `corpora/x/documents` and `…/chunks:batchCreate` are about a list of `corpora/x`, and of a document.
  return refOf(called.split('/').slice(0, -1).join('/'), version, connection);
}

/** What the service has behind a colon, such as `generateContent`. */
function methods(): ReadonlySet<string | undefined> {
  return new Set(operationIds().map((id) => /:([A-Za-z]+)$/.exec(operationRow(id).path)?.[1]));
}

function refOf(
  name: string,
  version: string | undefined,
  { id: connection, apiVersion }: Connection,
): ResourceRef | undefined {
  const kind = kindIds().find((one) => matchesName(kindRow(one).pattern, name));
  if (!kind) return undefined;
  const preferred = isVersion(version) ? version : (apiVersion ?? VERSIONS[0]);
  const { get } = kindOperations(kind);
  const found = get ? versionFor(operationRow(get), preferred) : listVersion(kind, preferred);
  return found && { connection, version: found, kind, name };
}

function pathOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).pathname : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
