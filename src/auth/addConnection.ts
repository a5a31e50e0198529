import type { AuthKind, Connection } from '../service/connection';
import { AUTH_KINDS } from './connectionEntries';
import { addAccountConnection } from './addAccountConnection';
import type { AccountSteps } from './accountSteps';
import { saveKey } from './addApiKey';
import { askForEndpoint, DEFAULT_ENDPOINT } from './askForEndpoint';
import { askForWorkingKey } from './askForKey';
import { credentialKind } from './credentialKind';
import { keepConnection } from './keepConnection';
import { nameNewConnection } from './nameNewConnection';
import type { AuthParts } from './parts';
import { useAdc } from './useAdc';

export { addAccountConnection } from './addAccountConnection';

/**
 * Asks for everything that a new connection needs, of any kind of credential, and makes it the active one.
 * Nothing is kept before the last answer.
 */
export async function addConnection(parts: AuthParts, steps?: AccountSteps): Promise<void> {
  const { prompts, l10n } = parts;
  const kind = await prompts.pick(
    { title: l10n.t('Add Connection'), placeholder: l10n.t('What signs its requests') },
    AUTH_KINDS.map((one) => credentialKind(one, l10n)),
  );
  if (!kind) return;
  const endpoint = await chooseEndpoint(parts, kind);
  if (endpoint === undefined) return;
  switch (kind) {
    case 'apiKey':
      await addWithKey(parts, endpoint);
      break;
    case 'oauth':
      await addAccountConnection(parts, endpoint, {}, steps);
      break;
    case 'adc':
      await addWithAdc(parts, endpoint);
      break;
    case 'none':
      await add(parts, { endpoint, auth: kind });
      break;
  }
}

/** Google's service, or what is asked for. Google's takes nothing unsigned. */
async function chooseEndpoint(
  parts: Pick<AuthParts, 'prompts' | 'l10n'>,
  kind: AuthKind,
): Promise<string | undefined> {
  const { prompts, l10n } = parts;
  const title = l10n.t('Add Connection');
  if (kind === 'none') return await askForEndpoint(parts, { title });
  const isGoogle = await prompts.pick({ title, placeholder: l10n.t('Where the service is') }, [
    {
      label: l10n.t('Google’s service'),
      description: new URL(DEFAULT_ENDPOINT).host,
      icon: 'globe',
      value: true,
      active: true,
    },
    {
      label: l10n.t('Another endpoint…'),
      description: l10n.t('a gateway, or a service on this machine'),
      icon: 'server',
      value: false,
    },
  ]);
  if (isGoogle === undefined) return undefined;
  return isGoogle ? DEFAULT_ENDPOINT : await askForEndpoint(parts, { title });
}

async function addWithKey(parts: AuthParts, endpoint: string): Promise<void> {
  const key = await askForWorkingKey(parts, endpoint);
  if (key === undefined) return;
  const name = await nameNewConnection(parts, parts.l10n.t('Add Connection'), endpoint);
  if (name === undefined) return;
  await saveKey(parts, { id: parts.newId(), name, endpoint, auth: 'apiKey' }, key);
}

async function addWithAdc(parts: AuthParts, endpoint: string): Promise<void> {
  const title = parts.l10n.t('Add Connection');
  const project = await useAdc(parts, { title, endpoint });
  if (project === undefined) return;
  await add(parts, { endpoint, auth: 'adc', ...(project === '' ? {} : { project }) });
}

/** Adds a connection for which nothing is stored. */
async function add(parts: AuthParts, fields: Omit<Connection, 'id' | 'name'>): Promise<void> {
  const { l10n, connections, newId } = parts;
  const name = await nameNewConnection(parts, l10n.t('Add Connection'), fields.endpoint);
  if (name === undefined) return;
  await keepConnection(connections, { id: newId(), name, ...fields }, () => Promise.resolve());
}
