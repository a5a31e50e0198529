import { VERSIONS } from '../api/versions';
import type { ConnectionTarget } from '../catalog/ref';
import type { PickItem } from '../platform/prompts';
import type { Connection } from '../service/connection';
import type { AccountSteps } from './accountSteps';
import { changeCredential } from './changeCredential';
import { chooseConnection } from './chooseConnection';
import { describeCredential } from './connectionItems';
import { editFields, editName } from './editFields';
import type { AuthParts } from './parts';
import { pickClient, signInTo } from './signInFlow';

type Field = keyof typeof editFields | 'auth';

/** Changes one thing after the other of a connection, until the list of them is dismissed. */
export async function editConnection(
  parts: AuthParts,
  target: ConnectionTarget | undefined,
  steps: AccountSteps = { pickClient, signInTo },
): Promise<void> {
  const { prompts, l10n, connections } = parts;
  const chosen = await chooseConnection(parts, target, l10n.t('Edit Connection'));
  let last: Field | undefined;
  // As it is by now: another window, or the settings themselves, may have changed it.
  for (let now = chosen; now; now = connections.find(now.id)) {
    const field = await prompts.pick(
      { title: l10n.t('Edit “{0}”', now.name), placeholder: l10n.t('What to change') },
      fieldItems(parts, now, last),
    );
    if (!field) return;
    last = field;
    if (field === 'auth') {
      await changeCredential(parts, now, steps);
      continue;
    }
    const change = await editFields[field](parts, now);
    if (change) await connections.update(now.id, change);
  }
}

/** Gives a connection another name. */
export async function renameConnection(
  parts: AuthParts,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { l10n, connections } = parts;
  const chosen = await chooseConnection(parts, target, l10n.t('Rename Connection'));
  if (!chosen) return;
  const change = await editName(parts, chosen);
  if (change) await connections.update(chosen.id, change);
}

async function fieldItems(
  parts: AuthParts,
  connection: Connection,
  last: Field | undefined,
): Promise<readonly PickItem<Field>[]> {
  const { l10n } = parts;
  const { name, endpoint, uploadEndpoint, apiVersion, project } = connection;
  const items: readonly PickItem<Field>[] = [
    { label: l10n.t('Name'), description: name, value: 'name' },
    { label: l10n.t('Endpoint'), description: endpoint, value: 'endpoint' },
    {
      label: l10n.t('Upload endpoint'),
      description: uploadEndpoint ?? l10n.t('as the endpoint'),
      value: 'uploadEndpoint',
    },
    {
      label: l10n.t('API version'),
      description: apiVersion ?? l10n.t('{0} first (default)', VERSIONS[0]),
      value: 'apiVersion',
    },
    { label: l10n.t('Project'), description: project ?? l10n.t('none'), value: 'project' },
    {
      label: l10n.t('Credential'),
      description: await describeCredential(parts, connection),
      value: 'auth',
    },
  ];
  return items.map((item) => ({ ...item, active: item.value === (last ?? 'name') }));
}
