import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import { createCall } from '../../service/tableCalls';
import type { ResourcesContext } from '../context';
import { type Access, permissionRef, granteeLabel } from './auditSheet';
import { revoke, roleWord } from './permissions';

const PARALLEL = 4;
const SHOWN = 5;

interface RevokeResult {
  readonly kept: ReadonlyMap<string, string>;
  readonly gone: ReadonlySet<string>;
}

/**
 * Confirms and revokes permissions. Undefined if declined. Offers Undo even after partial failure or
 * cancellation.
 */
export async function revokeAll(
  context: ResourcesContext,
  chosen: readonly Access[],
): Promise<RevokeResult | undefined> {
  const { activity, services } = context;
  if (!(await confirmRevoke(context, chosen))) return undefined;
  const failures = new Map<string, string>();
  const revoked: Access[] = [];
  const title =
    chosen.length === 1
      ? l10n.t('Revoking 1 permission')
      : l10n.t('Revoking {0} permissions', chosen.length);
  await activity
    .run(title, async (task) => {
      const ended = mapConcurrent(PARALLEL, chosen, async (one) => {
        throwIfAborted(task.signal);
        try {
          await revoke(services, permissionRef(one), task.signal);
          revoked.push(one);
        } catch (error) {
          if (CancelledError.is(error)) throw error;
          failures.set(nameOf(one), errorMessage(error));
        }
        task.report({ done: revoked.length + failures.size, total: chosen.length });
      });
      await ended.catch((error: unknown) => {
        if (revoked.length === 0) throw error;
      });
      if (revoked.length > 0) {
        task.offer({ kind: 'undo', run: () => restorePermissions(context, revoked) });
        const left = chosen.length - revoked.length;
        const what =
          revoked.length === 1
            ? l10n.t('Revoked 1 permission')
            : l10n.t('Revoked {0} permissions', revoked.length);
        task.conclude(left === 0 ? what : l10n.t('{0} ({1} failed)', what, left));
        return;
      }
      throw new AppError(
        'partlyRevoked',
        chosen.length === 1
          ? l10n.t('Couldn’t revoke the permission.')
          : l10n.t('Couldn’t revoke {0} of {1} permissions.', failures.size, chosen.length),
        { hint: l10n.t('The reasons are below the table.') },
      );
    })
    .catch((error: unknown) => {
      // The sheet and the activity already show failures.
      if (!CancelledError.is(error) && failures.size === 0) throw error;
    });
  return { kept: failures, gone: new Set(revoked.map(nameOf)) };
}

const nameOf = ({ permission }: Access): string => textAt(permission, 'name');

async function confirmRevoke(
  { prompts }: ResourcesContext,
  chosen: readonly Access[],
): Promise<boolean> {
  const lines = chosen
    .slice(0, SHOWN)
    .map(({ entry, permission }) =>
      plainText(
        l10n.t('{0}: {1}, {2}', entry.label, granteeLabel(permission), roleWord(permission.role)),
      ),
    );
  const more = chosen.length - SHOWN;
  if (more > 0) lines.push(l10n.t('and {0} more', more));
  const action = l10n.t('Revoke');
  const lost =
    new Set(chosen.map(({ entry }) => entry)).size === 1
      ? l10n.t('They’ll lose access to the resource.')
      : l10n.t('They’ll lose access to the resources.');
  const answer = await prompts.confirm(
    chosen.length === 1
      ? l10n.t('Revoke this permission?')
      : l10n.t('Revoke {0} permissions?', chosen.length),
    {
      detail: [lines.join('\n'), lost].join('\n\n'),
      actions: [action],
    },
  );
  return answer === action;
}

/** Recreates revoked permissions. Their names change. */
async function restorePermissions(
  { services }: ResourcesContext,
  revoked: readonly Access[],
): Promise<void> {
  const { calls, store } = services;
  await mapConcurrent(PARALLEL, revoked, async (one) => {
    const collection: ResourceRef = collectionRef(permissionRef(one));
    const { name: _, ...body } = one.permission;
    const { id, input } = createCall(collection, body);
    const made = await calls.call(collection, id, input);
    store.merge({ ...permissionRef(one), name: textAt(made, 'name') }, made);
  });
}
