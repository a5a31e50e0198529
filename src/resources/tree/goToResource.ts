import * as l10n from '@vscode/l10n';
import { matchesName } from '../../api/names';
import { operationIds, operationRow, versionFor } from '../../api/operations';
import { isVersion, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import {
  canDo,
  childCollections,
  kindOperations,
  listVersion,
  topCollection,
} from '../../catalog/kindOperations';
import { parseDocumentPath, parseRef } from '../../catalog/documents';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import { childKinds, kindIds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { requireConnected } from '../../platform/errors';
import type { Connection } from '../../service/connection';
import { isGone, isHidden } from '../../service/resourceErrors';
import { resourceName } from '../../catalog/resourceName';
import type { Store } from '../../service/store';
import { listedText } from '../documents/documentText';
import type { ResourceHandler, ResourcesContext } from '../context';

interface LoadedResource {
  readonly ref: ResourceRef;
  readonly label: string;
}

export const goToResource: ResourceHandler = async (context) => {
  const { prompts, services } = context;
  const active = requireConnected(services.connections.active);
  const text = await prompts.input({
    title: l10n.t('Go to Resource'),
    prompt: l10n.t(
      'Enter a resource name, a URL that contains one, or the label of a loaded resource',
    ),
    placeholder: 'corpora/my-corpus/documents/my-document',
    validate: (value) =>
      readAddress(value, active) || findByLabel(value, active, services.store).length > 0
        ? undefined
        : l10n.t('No resource has this name. Names look like models/x, files/x, or corpora/x.'),
  });
  if (text === undefined) return;
  const ref =
    readAddress(text, active) ?? (await choose(context, findByLabel(text, active, services.store)));
  if (!ref) return;
  const isOpen = await open(context, ref);
  await context.reveal(ref, { preserveFocus: isOpen });
};

/** @returns whether a document was opened, which then has the focus */
async function open(context: ResourcesContext, ref: ResourceRef): Promise<boolean> {
  const { documents, services } = context;
  const loaded = services.store.find(ref);
  if (!canDo(ref.kind, 'get', ref.version)) {
    if (loaded) await documents.show(listedText(ref, loaded));
    return loaded !== undefined;
  }
  // Checked first, because VS Code would only say that the file doesn't exist.
  if (!loaded) await services.store.get(ref).catch((error: unknown) => refuse(context, ref, error));
  await context.openDocument(ref, { preview: false });
  return true;
}

function refuse({ services }: ResourcesContext, ref: ResourceRef, error: unknown): never {
  if (!isGone(ref.kind, error) && !isHidden(error)) throw error;
  const noun = l10n.t(kindRow(ref.kind).noun.message);
  const { name = ref.connection } = services.connections.find(ref.connection) ?? {};
  throw new AppError(
    'notThere',
    l10n.t('The {0} “{1}” doesn’t exist, or you don’t have access to it.', noun, ref.name),
    {
      hint: l10n.t('Check the name and the connection (“{0}”).', name),
      cause: error,
    },
  );
}

function findByLabel(
  text: string,
  connection: Connection,
  store: Store,
): readonly LoadedResource[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const roots = childKinds().map((kind) => topCollection(kind, connection));
  const all = roots.flatMap((root) => (root ? loadedIn(root, store) : []));
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  const whole = found.filter(({ label }) => label.trim().toLowerCase() === wanted);
  return whole.length > 0 ? whole : found;
}

function loadedIn(collection: ResourceRef, store: Store): readonly LoadedResource[] {
  const { connection, version, kind } = collection;
  return (store.peek(collection)?.items ?? []).flatMap((item): readonly LoadedResource[] => {
    const ref = parseRef({ connection, version, kind, name: resourceName(collection, item) });
    if (!ref) return [];
    const below = childCollections(ref).flatMap((child) => loadedIn(child, store));
    return [{ ref, label: kindRow(kind).label(item) }, ...below];
  });
}

async function choose(
  { prompts }: ResourcesContext,
  found: readonly LoadedResource[],
): Promise<ResourceRef | undefined> {
  if (found.length < 2) return found[0]?.ref;
  return await prompts.pick(
    {
      title: l10n.t('Go to Resource'),
      placeholder: l10n.t('Select one of the resources with this name'),
    },
    found.map(({ ref, label }) => ({
      label,
      description: ref.name,
      icon: kindRow(ref.kind).icon,
      value: ref,
    })),
  );
}

/**
 * Parses a resource name, a request or file URL, or a document URI. Undefined if invalid.
 * @param connection used if the text names no connection
 */
export function readAddress(text: string, connection: Connection): ResourceRef | undefined {
  const trimmed = text
    .trim()
    .replace(/^["'`<]+|["'`>]+$/g, '')
    // Strips the HTTP method, as in a log or request file.
    .replace(/^(?:GET|POST|PATCH|PUT|DELETE)\s+/, '');
  const document = new RegExp(`^${DOCUMENT_SCHEME}:/*(/.*)$`).exec(trimmed)?.[1];
  if (document !== undefined) return parseDocumentPath(decoded(document) ?? '');
  const isUrl = /^https?:\/\//i.test(trimmed);
  const path = isUrl ? pathOf(trimmed) : /^[^?#]*/.exec(trimmed)?.[0];
  const segments = (decoded(path ?? '') ?? '').split('/').filter(Boolean);
  // A gateway may have a path prefix.
  const place = segments.findIndex((segment) => isVersion(segment));
  const version = segments[place];
  const name = segments.slice(place + 1).join('/');
  // `models/x:generateContent` is a method of `models/x`.
  const [, called = name, method] = /^(.+):([A-Za-z]+)$/.exec(name) ?? [];
  const isCall = method !== undefined && (isUrl || methods().has(method));
  const found = refOf(isCall ? called : name, version, connection);
  if (found || !(isUrl || isCall)) return found;
  // `corpora/x/documents` and `…/chunks:batchCreate` refer to the list's parent.
  return refOf(called.split('/').slice(0, -1).join('/'), version, connection);
}

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
