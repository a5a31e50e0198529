import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { ResourceHandler, ResourcesContext } from '../context';
import {
  type Role,
  askForEmail,
  askForRole,
  confirmEveryone,
  grantedRole,
  isPermissionRef,
  labelOf,
  permissionsOf,
  roleWord,
  setRole,
  sharedBy,
} from './permissions';

const PARALLEL = 4;

interface GrantedRole {
  readonly ref: ResourceRef;
  readonly role: Role;
  readonly isForEveryone: boolean;
}

export const changeRole: ResourceHandler = async (context, targets) => {
  await changeRoles(context, targets);
};

export async function changeRoles(
  context: ResourcesContext,
  targets: readonly ResourceRef[],
): Promise<ReadonlyMap<string, Role>> {
  const none = new Map<string, Role>();
  const given = await readGrantedRole(context, targets.filter(isPermissionRef));
  const [first] = given;
  if (!first) {
    throw new AppError('isOwner', l10n.t('An owner’s role can’t be changed.'), {
      hint: l10n.t('Use “Transfer Ownership…” to change the owner of a tuned model.'),
    });
  }
  const title =
    given.length === 1
      ? l10n.t('Change the role of {0}', labelOf(context, first.ref))
      : l10n.t('Change the role of {0} permissions', given.length);
  const isSame = given.every(({ role }) => role === first.role);
  const role = await askForRole(context, title, isSame ? first.role : undefined);
  if (!role) return none;
  const changed = given.filter((one) => one.role !== role);
  if (role === 'WRITER' && !(await confirmEveryoneRole(context, changed))) return none;
  const done = changed.length > 0 ? await change(context, changed, role) : [];
  return new Map(done.map(({ ref }) => [ref.name, role]));
}

async function readGrantedRole(
  context: ResourcesContext,
  refs: readonly ResourceRef[],
): Promise<readonly GrantedRole[]> {
  const { store } = context.services;
  const given: GrantedRole[] = [];
  for (const ref of refs) {
    const permission: JsonObject = store.find(ref) ?? (await store.get(ref));
    const role = grantedRole(permission);
    const isForEveryone = permission.granteeType === 'EVERYONE';
    if (role) given.push({ ref, role, isForEveryone });
  }
  return given;
}

async function confirmEveryoneRole(
  context: ResourcesContext,
  given: readonly GrantedRole[],
): Promise<boolean> {
  for (const { ref, isForEveryone } of given) {
    const shared = isForEveryone ? sharedBy(ref) : undefined;
    if (shared && !(await confirmEveryone(context, shared, 'WRITER'))) return false;
  }
  return true;
}

async function change(
  context: ResourcesContext,
  given: readonly GrantedRole[],
  role: Role,
): Promise<readonly GrantedRole[]> {
  const { activity, services } = context;
  const [first] = given;
  const running =
    first && given.length === 1
      ? l10n.t('Changing the role of {0}', labelOf(context, first.ref))
      : l10n.t('Changing the role of {0} permissions', given.length);
  return await activity.run(running, async (task) => {
    const done: GrantedRole[] = [];
    const failures: string[] = [];
    const ended = mapConcurrent(PARALLEL, given, async (one) => {
      throwIfAborted(task.signal);
      try {
        await setRole(services, one.ref, role, task.signal);
        done.push(one);
        task.report({ done: done.length, total: given.length });
      } catch (error) {
        if (CancelledError.is(error)) throw error;
        failures.push(`${labelOf(context, one.ref)}: ${errorMessage(error)}`);
      }
    });
    await ended.catch((error: unknown) => {
      // Partial changes can be undone.
      if (done.length === 0) throw error;
    });
    if (failures.length > 0) {
      const failure = new AppError(
        'partlyChanged',
        given.length === 1
          ? l10n.t('Couldn’t change the role.')
          : l10n.t('Couldn’t change {0} of {1} roles.', failures.length, given.length),
        { hint: failures.slice(0, 3).join(' ') },
      );
      if (done.length === 0) throw failure;
      void context.report('changeRole', failure);
    }
    const who = done.map(({ ref }) => labelOf(context, ref)).join(', ');
    task.conclude(
      done.length === 1
        ? l10n.t('{0} is now a {1}', who, roleWord(role))
        : l10n.t('Changed the role of {0} permissions to {1}', done.length, roleWord(role)),
    );
    task.offer({
      kind: 'undo',
      run: () => mapConcurrent(PARALLEL, done, (one) => setRole(services, one.ref, one.role)),
    });
    return done;
  });
}

const OPERATION = 'tunedModels.transferOwnership';

export const transferOwnership: ResourceHandler = async (context, targets) => {
  const model = targets.find(({ kind, collection }) => kind === 'tunedModel' && !collection);
  if (!model) {
    throw new AppError('notTransferred', l10n.t('Select a tuned model in the Resources view.'), {
      hint: l10n.t('Only tuned models can be transferred to another owner.'),
    });
  }
  const title = l10n.t('Transfer Ownership of “{0}”', labelOf(context, model));
  const email = await askForEmail(context, title, l10n.t('Enter the new owner’s email address'));
  if (email === undefined || !(await confirmTransfer(context, model, title, email))) return;
  await transfer(context, model, email);
};

async function confirmTransfer(
  { prompts }: ResourcesContext,
  { name }: ResourceRef,
  title: string,
  email: string,
): Promise<boolean> {
  const shown = plainText(name);
  const typed = await prompts.input({
    title,
    prompt: l10n.t(
      'Type {0} to make {1} the owner. You can still edit and share the model as a writer, but no longer delete or transfer it. Only the new owner can undo this.',
      shown,
      email,
    ),
    placeholder: shown,
    validate: (value) =>
      value === '' || value.trim() === name
        ? undefined
        : l10n.t('To transfer ownership, type {0}.', shown),
  });
  return typed?.trim() === name;
}

async function transfer(
  context: ResourcesContext,
  model: ResourceRef,
  emailAddress: string,
): Promise<void> {
  const { activity, services } = context;
  const { calls, store } = services;
  const version = versionFor(operationRow(OPERATION), model.version);
  const title = l10n.t('Transferring ownership of “{0}”', labelOf(context, model));
  await activity.run(title, async (task) => {
    const mark = store.mark([model], 'saving');
    const place = { connection: model.connection, version };
    const input = { name: model.name, body: { emailAddress } };
    try {
      await calls.call(place, OPERATION, input, { signal: task.signal });
    } finally {
      mark.dispose();
      // Also runs after an error, because the transfer may have succeeded before the response was lost.
      const permissions = permissionsOf(model);
      if (permissions) store.invalidate(permissions);
    }
    task.conclude(l10n.t('{0} now owns {1}', emailAddress, plainText(model.name)));
    await store.get(model, task.signal);
  });
}
