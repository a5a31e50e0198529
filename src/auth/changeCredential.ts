import * as l10n from '@vscode/l10n';
import type { AuthKind, Connection } from '../service/connection';
import { askForWorkingKey } from './askForKey';
import type { AuthDeps } from './authDeps';
import { AUTH_KINDS } from './connectionEntries';
import { credentialKind } from './connectionItems';
import { askForProject, useAdc } from './connectionQuestions';
import { deleteSecrets, deletionText, reportRemainingSecrets } from './removeConnection';
import type { AccountSteps } from './signInTo';

/**
 * Changes the credential or authentication method of a connection.
 * Deletes the old credential only after the setting refers to the new one.
 */
export async function changeCredential(
  deps: AuthDeps,
  connection: Connection,
  steps: AccountSteps,
): Promise<void> {
  const { prompts, connections } = deps;
  const { id, name, auth: old } = connection;
  const kind = await prompts.pick(
    {
      title: l10n.t('Authentication for “{0}”', name),
      placeholder: l10n.t(
        'Select an authentication method (select the current one to replace its credential)',
      ),
    },
    AUTH_KINDS.map((one) => ({
      ...credentialKind(one),
      ...(one === old ? { description: l10n.t('in use'), active: true } : {}),
    })),
  );
  if (!kind || (kind !== old && !(await mayChange(deps, connection, kind)))) return;
  const undo = async (): Promise<void> => {
    if (kind !== old) await deleteSecrets(deps, connection, [kind]);
  };
  try {
    const project = await obtain(deps, { ...connection, auth: kind }, steps);
    if (project === undefined) {
      await undo();
      return;
    }
    if (kind === old && project === (connection.project ?? '')) return;
    await connections.update(id, { auth: kind, project: project === '' ? undefined : project });
  } catch (error) {
    await undo();
    throw error;
  }
  if (kind !== old) {
    reportRemainingSecrets(deps, connection, await deleteSecrets(deps, connection, [old]));
  }
}

async function mayChange(deps: AuthDeps, connection: Connection, kind: AuthKind): Promise<boolean> {
  const { prompts } = deps;
  const { name, auth } = connection;
  if (auth === 'adc' || auth === 'none') return true;
  const change = l10n.t('Change');
  const { label } = credentialKind(kind);
  const answer = await prompts.confirm(
    l10n.t('Change authentication for “{0}” to “{1}”?', name, label),
    { detail: await deletionText(deps, connection), actions: [change] },
  );
  return answer === change;
}

/** Obtains and stores a credential. Returns the project, empty for none. Undefined if dismissed. */
async function obtain(
  deps: AuthDeps,
  connection: Connection,
  steps: AccountSteps,
): Promise<string | undefined> {
  const { vault, connections } = deps;
  const { id, name, endpoint, project = '' } = connection;
  const title = l10n.t('Authentication for “{0}”', name);
  switch (connection.auth) {
    case 'none':
      return project;
    case 'adc':
      return await useAdc(deps, { title, endpoint, project: connection.project });
    case 'apiKey': {
      const working = await askForWorkingKey(deps, { title, endpoint });
      if (!working) return undefined;
      await vault.write(id, { origin: working.endpoint, key: working.key });
      if (working.endpoint !== endpoint) {
        await connections.update(id, { endpoint: working.endpoint });
      }
      return project;
    }
    case 'oauth': {
      const client = await steps.pickClient(deps);
      if (!client) return undefined;
      const charged =
        connection.project ?? (await askForProject(deps, { title, value: client.project ?? '' }));
      if (charged === undefined) return undefined;
      return (await steps.signInTo(deps, connection, { client })) ? charged : undefined;
    }
  }
}
