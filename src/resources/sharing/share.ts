import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError, CancelledError } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { createCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';
import {
  type Role,
  askForEmail,
  askForRole,
  chooseShared,
  confirmEveryone,
  grantedRole,
  labelOf,
  permissionsOf,
  redrawRow,
  revoke,
  roleWord,
  setRole,
} from './permissions';

/** Grants a user, a group, or everyone access to a corpus or tuned model. */
export const share: ResourceHandler = async (context, targets) => {
  const resource = await chooseShared(context, targets[0]);
  const grant = resource && (await askForGrant(context, resource));
  if (!grant) return;
  await grantAccess(context, resource, grant);
};

async function askForGrant(
  context: ResourcesContext,
  resource: ResourceRef,
): Promise<Grant | undefined> {
  const title = l10n.t('Share “{0}”', labelOf(context, resource));
  const granteeType = await askForGrantee(context, title);
  if (!granteeType) return undefined;
  if (granteeType === 'EVERYONE') {
    const role = await askForRole(context, title);
    const isMeant = role && (await confirmEveryone(context, resource, role));
    return isMeant ? { granteeType, role } : undefined;
  }
  const prompt =
    granteeType === 'USER'
      ? l10n.t('Enter the user’s email address')
      : l10n.t('Enter the group’s email address');
  const emailAddress = await askForEmail(context, title, prompt);
  if (emailAddress === undefined) return undefined;
  const role = await askForRole(context, title);
  return role && { granteeType, emailAddress, role };
}

async function askForGrantee(
  { prompts }: ResourcesContext,
  title: string,
): Promise<Grant['granteeType'] | undefined> {
  return await prompts.pick<Grant['granteeType']>(
    { title, placeholder: l10n.t('Select who gets access') },
    [
      { label: l10n.t('User'), icon: 'person', value: 'USER' },
      {
        label: l10n.t('Group'),
        detail: l10n.t('All current and future members.'),
        icon: 'organization',
        value: 'GROUP',
      },
      {
        label: l10n.t('Everyone'),
        detail: l10n.t('Anyone using the Gemini API.'),
        icon: 'globe',
        value: 'EVERYONE',
      },
    ],
  );
}

interface Grant {
  readonly granteeType: 'USER' | 'GROUP' | 'EVERYONE';
  readonly emailAddress?: string;
  readonly role: Role;
}

async function grantAccess(
  context: ResourcesContext,
  resource: ResourceRef,
  grant: Grant,
): Promise<void> {
  const { activity, services } = context;
  const collection = permissionsOf(resource);
  if (!collection)
    throw new AppError('notShared', l10n.t('Resources of this type can’t be shared.'));
  const label = labelOf(context, resource);
  await activity.run(l10n.t('Sharing “{0}”', label), async (task) => {
    const known = await findGrantee(context, collection, grant, task.signal);
    if (known) {
      await changeKnown(context, collection, known, grant, task);
      return;
    }
    const made = await create(context, collection, grant, task.signal);
    redrawRow(services.store, resource);
    const permission = refOf(collection, made);
    task.conclude(
      l10n.t('Shared “{0}” with {1} as {2}', label, granteeText(grant), roleWord(grant.role)),
    );
    task.offer({ kind: 'undo', run: () => revoke(services, permission) });
  });
}

async function create(
  { services }: ResourcesContext,
  collection: ResourceRef,
  { granteeType, emailAddress, role }: Grant,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { calls, store } = services;
  const mark = store.mark([collection], 'creating');
  try {
    const body = { granteeType, ...(emailAddress === undefined ? {} : { emailAddress }), role };
    const { id, input } = createCall(collection, body);
    const made = await calls.call(collection, id, input, { signal });
    store.merge(refOf(collection, made), made);
    return made;
  } finally {
    mark.dispose();
  }
}

/** Finds a grantee's current permission. Email addresses are case-insensitive. */
async function findGrantee(
  { services }: ResourcesContext,
  collection: ResourceRef,
  { granteeType, emailAddress }: Grant,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const { store } = services;
  store.invalidate(collection);
  const { items } = await store.loadAll(collection, { signal });
  return items.find((item) =>
    emailAddress === undefined
      ? item.granteeType === granteeType
      : textAt(item, 'emailAddress').toLowerCase() === emailAddress.toLowerCase(),
  );
}

async function changeKnown(
  context: ResourcesContext,
  collection: ResourceRef,
  known: JsonObject,
  grant: Grant,
  task: Task,
): Promise<void> {
  const { prompts, services } = context;
  const who = granteeText(grant);
  const [before, after] = [roleWord(known.role), roleWord(grant.role)];
  const former = grantedRole(known);
  if (!former) {
    throw new AppError('isOwner', l10n.t('{0} is already the owner.', who), {
      hint: l10n.t('Use “Transfer Ownership…” to change the owner of a tuned model.'),
    });
  }
  if (former === grant.role) {
    task.conclude(l10n.t('{0} is already a {1}', who, before));
    context.tell(l10n.t('{0} is already a {1}', who, before));
    return;
  }
  const change = l10n.t('Change Role');
  const answer = await prompts.confirm(
    l10n.t('{0} is already a {1}. Change the role to {2}?', who, before, after),
    { actions: [change] },
  );
  if (answer !== change) throw new CancelledError();
  const permission = refOf(collection, known);
  await setRole(services, permission, grant.role, task.signal);
  task.conclude(l10n.t('{0} is now a {1}', who, after));
  task.offer({ kind: 'undo', run: () => setRole(services, permission, former) });
}

function refOf({ connection, version, kind }: ResourceRef, permission: JsonObject): ResourceRef {
  return { connection, version, kind, name: textAt(permission, 'name') };
}

function granteeText({ emailAddress }: Grant): string {
  return emailAddress ?? l10n.t('everyone');
}
