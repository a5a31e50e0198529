import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { textAt } from '../../base/json';
import { matchesName } from '../../api/names';
import type { JsonObject } from '../../api/schema/row';
import { childCollections, topCollection } from '../../catalog/kindOperations';
import { type KindId, kindIds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { requireConnected } from '../../platform/errors';
import { plainText } from '../../platform/plainText';
import type { PickItem } from '../../platform/prompts';
import { labelledResource, shortLabel } from '../resourceTexts';
import type { Services } from '../../service/services';
import type { Store } from '../../service/store';
import { deleteCall, patchCall } from '../../service/tableCalls';
import type { ResourcesContext } from '../context';

/** Grantable roles. Only creation or a transfer assigns an owner. */
export type Role = 'READER' | 'WRITER';

function isPermission(kind: KindId): boolean {
  return kindRow(kind).message === 'Permission';
}

export function permissionsOf(resource: ResourceRef): ResourceRef | undefined {
  if (resource.collection) return undefined;
  return childCollections(resource).find(({ kind }) => isPermission(kind));
}

export function sharedBy(target: ResourceRef): ResourceRef | undefined {
  if (!isPermission(target.kind)) return permissionsOf(target) && target;
  const { connection, version } = target;
  const name = target.collection ? target.name : target.name.split('/').slice(0, -2).join('/');
  const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
  return kind && { connection, version, kind, name };
}

export function shareableKinds(): readonly KindId[] {
  return kindIds().filter((id) => !isPermission(id) && hasPermissions(kindRow(id).pattern));
}

function hasPermissions(pattern: string): boolean {
  return kindIds().some((id) => kindRow(id).pattern === `${pattern}/permissions/*`);
}

export function isPermissionRef({ kind, collection }: ResourceRef): boolean {
  return isPermission(kind) && !collection;
}

export function resourceIn(
  { connection, version }: ResourceRef,
  kind: KindId,
  name: string,
): ResourceRef {
  return { connection, version, kind, name };
}

export function labelOf(
  { services }: Pick<ResourcesContext, 'services'>,
  ref: ResourceRef,
): string {
  return shortLabel(labelledResource(ref, services.store.find(ref)).label);
}

export function roleWord(role: unknown): string {
  if (role === 'OWNER') return l10n.t('owner');
  if (role === 'WRITER') return l10n.t('writer');
  return l10n.t('reader');
}

export async function setRole(
  { calls, store }: Services,
  permission: ResourceRef,
  role: Role,
  signal?: AbortSignal,
): Promise<void> {
  const mark = store.mark([permission], 'saving');
  try {
    const { id, input } = patchCall(permission, { role }, ['role']);
    const changed = await calls.call(permission, id, input, signal ? { signal } : {});
    store.merge(permission, changed);
  } finally {
    mark.dispose();
  }
}

export function grantedRole(permission: JsonObject): Role | undefined {
  const role = textAt(permission, 'role');
  return role === 'READER' || role === 'WRITER' ? role : undefined;
}

export async function revoke(
  { calls, store }: Services,
  permission: ResourceRef,
  signal?: AbortSignal,
): Promise<void> {
  const mark = store.mark([permission], 'deleting');
  try {
    const { id, input } = deleteCall(permission);
    await calls.call(permission, id, input, signal ? { signal } : {});
    store.remove([permission]);
    const shared = sharedBy(permission);
    if (shared) redrawRow(store, shared);
  } finally {
    mark.dispose();
  }
}

/** Redraws the resource's row, because its badge depends on permissions. */
export function redrawRow(store: Store, resource: ResourceRef): void {
  const shown = store.find(resource);
  if (shown) store.merge(resource, shown);
}

export async function chooseShared(
  context: ResourcesContext,
  target: ResourceRef | undefined,
): Promise<ResourceRef | undefined> {
  const { prompts } = context;
  if (target) {
    const shared = sharedBy(target);
    if (shared) return shared;
    throw new AppError('notShared', l10n.t('Resources of this type can’t be shared.'));
  }
  const gone = new AbortController();
  try {
    return await prompts.pick(
      { title: l10n.t('Share'), placeholder: l10n.t('Select a resource to share') },
      listShared(context, gone.signal),
    );
  } finally {
    gone.abort();
  }
}

/** Lists loaded shareable resources. Throws the first error if no list could be read. */
async function listShared(
  context: ResourcesContext,
  signal: AbortSignal,
): Promise<readonly PickItem<ResourceRef>[]> {
  const lists = await Promise.allSettled(
    collections(context).map((collection) => rowsOf(context, collection, signal)),
  );
  const rows = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const failure = lists.find(({ status }) => status === 'rejected');
  if (rows.length === 0 && failure?.status === 'rejected') throw failure.reason;
  if (rows.length > 0) return rows;
  throw new AppError('nothingToShare', l10n.t('No resources to share.'), {
    hint: l10n.t('Corpora and tuned models can be shared.'),
  });
}

export function collections({ services }: ResourcesContext): readonly ResourceRef[] {
  const active = requireConnected(services.connections.active);
  return shareableKinds().flatMap((kind) => topCollection(kind, active) ?? []);
}

async function rowsOf(
  { services }: ResourcesContext,
  collection: ResourceRef,
  signal: AbortSignal,
): Promise<readonly PickItem<ResourceRef>[]> {
  const { items } = await services.store.loadAll(collection, { signal });
  return items.map((item, at) => {
    const row = kindRow(collection.kind);
    const name = typeof item.name === 'string' ? item.name : '';
    return {
      label: row.label(item),
      description: name,
      icon: row.icon,
      value: resourceIn(collection, collection.kind, name),
      ...(at === 0 ? { separator: l10n.t(row.title.message) } : {}),
      ...(row.label(item) === name ? { description: l10n.t(row.noun.message) } : {}),
    };
  });
}

export async function askForRole(
  { prompts }: ResourcesContext,
  title: string,
  now?: string,
): Promise<Role | undefined> {
  const rows = [
    {
      label: l10n.t('Reader'),
      detail: l10n.t('Can query a corpus or generate content with a tuned model.'),
      icon: 'eye',
      value: 'READER',
    },
    {
      label: l10n.t('Writer'),
      detail: l10n.t('Can also edit the resource and share it with others.'),
      icon: 'edit',
      value: 'WRITER',
    },
  ] as const;
  return await prompts.pick<Role>(
    { title, placeholder: l10n.t('Select a role') },
    rows.map((row) => ({
      ...row,
      active: row.value === now,
      ...(row.value === now && { description: l10n.t('current') }),
    })),
  );
}

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,253}\.[^\s@,;<>".]+$/;

export async function askForEmail(
  { prompts }: ResourcesContext,
  title: string,
  prompt: string,
): Promise<string | undefined> {
  const entered = await prompts.input({
    title,
    prompt,
    placeholder: l10n.t('name@example.com'),
    validate: (value) =>
      EMAIL.test(value.trim()) ? undefined : l10n.t('Enter a single email address.'),
  });
  return entered?.trim();
}

export async function confirmEveryone(
  context: ResourcesContext,
  resource: ResourceRef,
  role: Role,
): Promise<boolean> {
  const { prompts } = context;
  const isModel = kindRow(resource.kind).message === 'TunedModel';
  const name = plainText(resource.name);
  const reads = isModel
    ? l10n.t(
        'Anyone using the Gemini API will be able to use its name, {0}, to generate content with it.',
        name,
      )
    : l10n.t(
        'Anyone using the Gemini API will be able to use its name, {0}, to query it and read its documents.',
        name,
      );
  const writes = l10n.t('They can also edit it and share it with others.');
  // The API documents this for tuned models only.
  const lists = l10n.t(
    'It doesn’t appear in other people’s lists by default, but they can use it.',
  );
  const ends = isModel
    ? l10n.t('You can revoke access at any time.')
    : l10n.t(
        'You can revoke access at any time, but others may keep content they’ve already read.',
      );
  const parts = [reads, ...(role === 'WRITER' ? [writes] : []), ...(isModel ? [lists] : []), ends];
  const share = l10n.t('Share with Everyone');
  const answer = await prompts.confirm(
    l10n.t('Share “{0}” with everyone?', labelOf(context, resource)),
    { detail: parts.join('\n\n'), actions: [share] },
  );
  return answer === share;
}
