import * as l10n from '@vscode/l10n';
import type { Client } from '../api/call';
import { credentialNeed, type CredentialNeed } from '../api/credentialNeed';
import { nextPageToken, pageInput } from '../api/paging';
import { pathParameters } from '../api/request';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionFor,
  versionsOf,
} from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { type Stage, type Status, statusIn } from '../api/status';
import type { Version } from '../api/versions';
import { isObject, items, type JsonObject } from '../base/json';
import { expandedPath, findOperations, listParameters } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { resourceName } from '../catalog/resourceName';
import type { PickItem } from '../platform/prompts';
import type { ClosedReason } from '../service/clients';
import { type LoadedList, nameOf } from '../service/store';

export interface OperationChoice {
  readonly operation: OperationId;
  readonly version: Version;
  readonly path: { readonly [name: string]: string };
}

export interface OperationItemsOptions {
  readonly preferred: Version;
  readonly target?: ResourceRef | undefined;
  /** Returns why the connection's credential can't call a method. */
  readonly closed: (need: CredentialNeed) => ClosedReason | undefined;
}

const ICONS = { read: 'eye', write: 'edit', dangerous: 'warning' } as const;

export function operationItems({
  preferred,
  target,
  closed,
}: OperationItemsOptions): readonly PickItem<OperationChoice>[] {
  const choices = operationIds().flatMap((operation) => {
    const path = pathFor(operation, target);
    return path
      ? versionsOf(operationRow(operation)).map((version) => ({ operation, version, path }))
      : [];
  });
  const first = choices.filter(({ version }) => version === preferred);
  const others = choices.filter(({ version }) => version !== preferred);
  const toItem = (choice: OperationChoice): PickItem<OperationChoice> => {
    const row = operationRow(choice.operation);
    const reason = closed(credentialNeed({ operation: choice.operation }));
    return {
      label: choice.operation,
      description: `${choice.version} · ${row.verb} ${expandedPath(row.path)}`,
      detail: [
        row.summary,
        ...effectWords(row),
        ...stageWords(statusIn(row, choice.version)),
        ...reasonWords(reason),
        // VS Code searches each line separately, so name and version must be in the same line.
        `${choice.operation} ${choice.version}`,
      ].join(' · '),
      icon: ICONS[row.effect],
      value: choice,
    };
  };
  return [
    ...withSeparators(first.map(toItem), (family) => family),
    ...withSeparators(others.map(toItem), (family) => l10n.t('{0}, other versions', family)),
  ];
}

/**
 * Returns the path parameters for the target or its collection. Undefined if the method doesn't
 * apply.
 */
function pathFor(
  operation: OperationId,
  target: ResourceRef | undefined,
): OperationChoice['path'] | undefined {
  if (!target) return {};
  const { pattern } = kindRow(target.kind);
  const parameters = pathParameters(operation);
  if (!target.collection) {
    const taken = parameters.find((one) => one.pattern === pattern);
    return taken && { [taken.name]: target.name };
  }
  const collection = pattern.slice(0, pattern.lastIndexOf('/'));
  if (expandedPath(operationRow(operation).path) !== collection) return undefined;
  const [parent] = parameters;
  return parent ? { [parent.name]: target.name } : {};
}

function effectWords(row: OperationRow): readonly string[] {
  const effects = {
    read: l10n.t('read'),
    write: l10n.t('write'),
    dangerous: l10n.t('destructive'),
  } as const;
  return [
    effects[row.effect],
    ...(row.stream ? [l10n.t('streaming')] : []),
    ...(row.paging ? [l10n.t('paginated')] : []),
    ...(row.upload ? [l10n.t('upload')] : []),
    ...(row.longRunning ? [l10n.t('long-running')] : []),
  ];
}

function stageWords({ stage, successor }: Status): readonly string[] {
  const words: { readonly [S in Stage]: readonly string[] } = {
    stable: [],
    preview: [l10n.t('preview')],
    unconfirmed: [l10n.t('unconfirmed')],
    deprecated: [l10n.t('deprecated')],
    unsupported: [l10n.t('no longer documented')],
    gone: [l10n.t('removed')],
  };
  const own = words[stage];
  const isReplaced = successor !== undefined && own.length > 0;
  return isReplaced ? [...own, l10n.t('use {0}', successor)] : own;
}

function reasonWords(reason: ClosedReason | undefined): readonly string[] {
  switch (reason) {
    case 'needsAccount':
      return [l10n.t('requires an account')];
    case 'needsSignIn':
      return [l10n.t('requires signing in')];
    case 'needsScopes':
      return [l10n.t('requires access not granted at sign-in')];
    case undefined:
      return [];
  }
}

/** Adds a separator before each family, the part of the ID before the verb. */
function withSeparators(
  items: readonly PickItem<OperationChoice>[],
  title: (family: string) => string,
): readonly PickItem<OperationChoice>[] {
  let last: string | undefined;
  return items.map((item) => {
    const family = item.label.slice(0, item.label.lastIndexOf('.'));
    const isNew = family !== last;
    last = family;
    return isNew ? { ...item, separator: title(family) } : item;
  });
}

/** A list of resources: a pattern and the parent's name, empty at the top level. */
export interface Listing {
  readonly pattern: string;
  readonly parent: string;
  readonly version: Version;
}

/** Returns the list method for a pattern; undefined if the API has none. */
export function listOperation(pattern: string): OperationId | undefined {
  return findOperations(pattern).list;
}

/** Returns the local list for a pattern; undefined if there is none. */
export function localCollection(
  connection: string,
  { pattern, version }: Listing,
): ResourceRef | undefined {
  const kind = kindIds().find((id) => kindRow(id).pattern === pattern);
  if (!kind || kindRow(kind).list !== 'local') return undefined;
  return { connection, version, kind, name: '', collection: true };
}

/** Returns the name of a listed resource; empty if the API returned none. */
export function listedName({ pattern, parent }: Listing, resource: JsonObject): string {
  const kind = kindIds().find((id) => kindRow(id).pattern === pattern);
  return kind ? resourceName({ kind, name: parent }, resource) : nameOf(resource);
}

/**
 * Appends a page. Existing items keep their place and get the new content, because pages shift when
 * resources are created or deleted.
 */
export function appendPage(listing: Listing, list: LoadedList, page: LoadedList): LoadedList {
  const byName = new Map(list.items.map((item) => [listedName(listing, item), item]));
  for (const item of page.items) {
    const name = listedName(listing, item);
    if (name !== '') byName.set(name, item);
  }
  const { nextPageToken: token } = page;
  return { items: [...byName.values()], ...(token === undefined ? {} : { nextPageToken: token }) };
}

/** Loads a page of the API's default size, once. Throws the errors of `Client.call`. */
export async function listPage(
  client: Client,
  list: OperationId,
  { parent, version }: Listing,
  pageToken: string | undefined,
  signal: AbortSignal,
): Promise<LoadedList> {
  const row = operationRow(list);
  const input = { ...listParameters(list, parent), ...pageInput(row, pageToken) };
  // The type of the input depends on the operation, which is only known at run time.
  const answer = (await client.call(list, input, {
    version: versionFor(row, version),
    maxAttempts: 1,
    onRetry: () => undefined,
    signal,
  })) as JsonObject;
  const token = nextPageToken(row, answer, new Set(pageToken === undefined ? [] : [pageToken]));
  return {
    items: items(answer[row.paging?.items ?? '']).filter(isObject),
    ...(token === undefined ? {} : { nextPageToken: token }),
  };
}
