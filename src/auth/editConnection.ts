import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { type Version, VERSIONS } from '../api/versions';
import type { ConnectionTarget } from '../catalog/ref';
import type { PickItem } from '../platform/prompts';
import { askForEndpoint } from '../service/askForEndpoint';
import type { Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import { changeCredential } from './changeCredential';
import type { ConnectionChange } from './connectionList';
import { chooseConnection, describeCredential } from './connectionItems';
import { askForName, askForProject, freeName, addAndActivate } from './connectionQuestions';
import { pickClient } from './pickClient';
import { deleteSecrets } from './removeConnection';
import { type AccountSteps, signInTo } from './signInTo';

type Field = keyof typeof editFields | 'auth';

/** Edits a connection’s fields until the list is dismissed. */
export async function editConnection(
  deps: AuthDeps,
  target: ConnectionTarget | undefined,
  steps: AccountSteps = { pickClient, signInTo },
): Promise<void> {
  const { prompts, connections } = deps;
  const chosen = await chooseConnection(deps, target, l10n.t('Edit Connection'));
  let last: Field | undefined;
  // Read again, as another window or the settings may have changed it.
  for (let now = chosen; now; now = connections.find(now.id)) {
    const field = await prompts.pick(
      { title: l10n.t('Edit “{0}”', now.name), placeholder: l10n.t('Select a field to edit') },
      fieldItems(deps, now, last),
    );
    if (!field) return;
    last = field;
    if (field === 'auth') {
      await changeCredential(deps, now, steps);
      continue;
    }
    const change = await editFields[field](deps, now);
    if (change) await connections.update(now.id, change);
  }
}

export async function renameConnection(
  deps: AuthDeps,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { connections } = deps;
  const chosen = await chooseConnection(deps, target, l10n.t('Rename Connection'));
  if (!chosen) return;
  const change = await editName(deps, chosen);
  if (change) await connections.update(chosen.id, change);
}

async function fieldItems(
  deps: AuthDeps,
  connection: Connection,
  last: Field | undefined,
): Promise<readonly PickItem<Field>[]> {
  const { name, endpoint, uploadEndpoint, apiVersion, project } = connection;
  const items: readonly PickItem<Field>[] = [
    { label: l10n.t('Name'), description: name, value: 'name' },
    { label: l10n.t('Endpoint'), description: endpoint, value: 'endpoint' },
    {
      label: l10n.t('Upload endpoint'),
      description: uploadEndpoint ?? l10n.t('same as endpoint'),
      value: 'uploadEndpoint',
    },
    {
      label: l10n.t('API version'),
      description: apiVersion ?? l10n.t('{0} first (default)', VERSIONS[0]),
      value: 'apiVersion',
    },
    { label: l10n.t('Project'), description: project ?? l10n.t('none'), value: 'project' },
    {
      label: l10n.t('Authentication'),
      description:
        connection.auth === 'none' ? l10n.t('none') : await describeCredential(deps, connection),
      value: 'auth',
    },
  ];
  return items.map((item) => ({ ...item, active: item.value === (last ?? 'name') }));
}

type EditFieldDeps = Pick<AuthDeps, 'prompts' | 'adcOrigins' | 'connections' | 'redact'>;

type EditField = (
  deps: EditFieldDeps,
  connection: Connection,
) => Promise<ConnectionChange | undefined>;

const editFields = {
  name: editName,
  endpoint: editEndpoint,
  uploadEndpoint: editUploadEndpoint,
  apiVersion: editVersion,
  project: editProject,
} satisfies { readonly [field: string]: EditField };

async function editName(
  deps: EditFieldDeps,
  { id, name }: Connection,
): Promise<ConnectionChange | undefined> {
  const answer = await askForName(deps, {
    title: l10n.t('Rename Connection'),
    prompt: l10n.t('Enter a new name for “{0}”.', name),
    value: name,
    of: id,
  });
  return answer === undefined ? undefined : { name: answer };
}

async function editEndpoint(
  deps: EditFieldDeps,
  { name, auth, endpoint }: Connection,
): Promise<ConnectionChange | undefined> {
  const isBound = auth === 'apiKey' || auth === 'oauth';
  const answer = await askForEndpoint(deps, {
    title: l10n.t('Endpoint for “{0}”', name),
    value: endpoint,
    ...(isBound
      ? {
          prompt: l10n.t(
            'Base URL of the API. You’ll be asked before the stored credential is sent anywhere other than {0}.',
            endpointName(endpoint),
          ),
        }
      : {}),
  });
  if (answer === undefined) return undefined;
  const isAllowed =
    auth !== 'adc' ||
    answer === endpoint ||
    (await deps.adcOrigins.mayGet(answer, { again: true }));
  if (!isAllowed) return undefined;
  return { endpoint: answer };
}

async function editUploadEndpoint(
  deps: EditFieldDeps,
  { name, uploadEndpoint = '' }: Connection,
): Promise<ConnectionChange | undefined> {
  const answer = await askForEndpoint(deps, {
    title: l10n.t('Upload endpoint for “{0}”', name),
    prompt: l10n.t('URL for file uploads. Leave empty to use the connection’s endpoint.'),
    value: uploadEndpoint,
    isOptional: true,
  });
  return answer === undefined ? undefined : { uploadEndpoint: answer === '' ? undefined : answer };
}

async function editVersion(
  { prompts }: EditFieldDeps,
  { name, apiVersion }: Connection,
): Promise<ConnectionChange | undefined> {
  const [first] = VERSIONS;
  const items: readonly PickItem<Version | 'default'>[] = [
    { label: l10n.t('{0} first (default)', first), value: 'default' },
    ...VERSIONS.map((version) => ({ label: version, value: version })),
  ];
  const current = apiVersion ?? 'default';
  const answer = await prompts.pick(
    {
      title: l10n.t('API version for “{0}”', name),
      placeholder: l10n.t('Select an API version. Methods not in this version use another one'),
    },
    items.map((item) => ({ ...item, active: item.value === current })),
  );
  if (answer === undefined) return undefined;
  return { apiVersion: answer === 'default' ? undefined : answer };
}

async function editProject(
  deps: EditFieldDeps,
  { name, auth, project = '' }: Connection,
): Promise<ConnectionChange | undefined> {
  const isUsed = auth === 'oauth' || auth === 'adc';
  const answer = await askForProject(deps, {
    title: l10n.t('Project for “{0}”', name),
    value: project,
    ...(isUsed ? {} : { ifEmpty: l10n.t('Sent only with access tokens, not with API keys.') }),
  });
  return answer === undefined ? undefined : { project: answer === '' ? undefined : answer };
}

/**
 * Duplicates a connection with its key or OAuth client.
 * Doesn’t copy a sign-in: with token rotation, two connections would invalidate each other’s token.
 */
export async function duplicateConnection(
  deps: AuthDeps,
  target: ConnectionTarget | undefined,
  steps: AccountSteps = { pickClient, signInTo },
): Promise<void> {
  const { prompts, connections, newId } = deps;
  const source = await chooseConnection(deps, target, l10n.t('Duplicate Connection'));
  if (!source) return;
  const name = await askForName(deps, {
    title: l10n.t('Duplicate Connection'),
    prompt: l10n.t('Enter a name for the copy of “{0}”.', source.name),
    value: freeName(source.name, connections),
  });
  if (name === undefined) return;
  const copy: Connection = { ...source, id: newId(), name };
  const undo = () => deleteSecrets(deps, copy);
  await copySecrets(deps, source, copy).catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  await addAndActivate(connections, copy, undo);
  if (copy.auth !== 'oauth') return;
  const signIn = l10n.t('Sign In…');
  const answer = await prompts.confirm(l10n.t('Sign in to “{0}” now?', name), {
    detail: l10n.t('Each connection has its own sign-in, so the copy needs a new one.'),
    actions: [signIn],
  });
  if (answer === signIn) await steps.signInTo(deps, copy);
}

async function copySecrets(
  { vault, signIns }: Pick<AuthDeps, 'vault' | 'signIns'>,
  { id, auth }: Connection,
  copy: Connection,
): Promise<void> {
  if (auth === 'apiKey') {
    // Keeps the key’s origin, which may differ from the current endpoint.
    const stored = await vault.read(id);
    if (stored) await vault.write(copy.id, stored);
  }
  if (auth === 'oauth') {
    const { clients } = await signIns();
    const stored = await clients.read(id);
    if (stored) await clients.write(copy.id, stored);
  }
}
