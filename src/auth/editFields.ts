import { endpointName } from '../api/endpoint';
import { VERSIONS, type Version } from '../api/versions';
import type { PickItem } from '../platform/prompts';
import type { Connection } from '../service/connection';
import { askForEndpoint } from './askForEndpoint';
import { askForName } from './askForName';
import { askForProject } from './askForProject';
import type { ConnectionChange } from './changeEntry';
import type { AuthParts } from './parts';

type AskParts = Pick<AuthParts, 'prompts' | 'l10n' | 'adcOrigins' | 'connections' | 'redact'>;

/** The new value of a field as a change, or undefined when dismissed. */
export type EditField = (
  parts: AskParts,
  connection: Connection,
) => Promise<ConnectionChange | undefined>;

/** How each field that is a text or a choice is asked for. */
export const editFields = {
  name: editName,
  endpoint: editEndpoint,
  uploadEndpoint: editUploadEndpoint,
  apiVersion: editVersion,
  project: editProject,
} satisfies { readonly [field: string]: EditField };

export async function editName(
  parts: AskParts,
  { id, name }: Connection,
): Promise<ConnectionChange | undefined> {
  const { l10n } = parts;
  const answer = await askForName(parts, {
    title: l10n.t('Rename Connection'),
    prompt: l10n.t('New name of “{0}”.', name),
    value: name,
    of: id,
  });
  return answer === undefined ? undefined : { name: answer };
}

async function editEndpoint(
  parts: AskParts,
  { name, auth, endpoint }: Connection,
): Promise<ConnectionChange | undefined> {
  const { l10n } = parts;
  const isBound = auth === 'apiKey' || auth === 'oauth';
  const answer = await askForEndpoint(parts, {
    title: l10n.t('Endpoint of “{0}”', name),
    value: endpoint,
    ...(isBound
      ? {
          prompt: l10n.t(
            'Address of the service. You are asked before the stored credential is sent anywhere but to {0}.',
            endpointName(endpoint),
          ),
        }
      : {}),
  });
  if (answer === undefined) return undefined;
  const isAllowed =
    auth !== 'adc' ||
    answer === endpoint ||
    (await parts.adcOrigins.mayGet(answer, { again: true }));
  if (!isAllowed) return undefined;
  return { endpoint: answer };
}

async function editUploadEndpoint(
  parts: AskParts,
  { name, uploadEndpoint = '' }: Connection,
): Promise<ConnectionChange | undefined> {
  const { l10n } = parts;
  const answer = await askForEndpoint(parts, {
    title: l10n.t('Upload endpoint of “{0}”', name),
    prompt: l10n.t('Address that files are sent to. Leave it empty for the endpoint.'),
    value: uploadEndpoint,
    isOptional: true,
  });
  return answer === undefined ? undefined : { uploadEndpoint: answer === '' ? undefined : answer };
}

async function editVersion(
  { prompts, l10n }: AskParts,
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
      title: l10n.t('API version of “{0}”', name),
      placeholder: l10n.t('What this version does not have is asked from another one'),
    },
    items.map((item) => ({ ...item, active: item.value === current })),
  );
  if (answer === undefined) return undefined;
  return { apiVersion: answer === 'default' ? undefined : answer };
}

async function editProject(
  parts: AskParts,
  { name, auth, project = '' }: Connection,
): Promise<ConnectionChange | undefined> {
  const { l10n } = parts;
  const isUsed = auth === 'oauth' || auth === 'adc';
  const answer = await askForProject(parts, {
    title: l10n.t('Project of “{0}”', name),
    value: project,
    ...(isUsed ? {} : { ifEmpty: l10n.t('It goes with access tokens only, not with a key.') }),
  });
  return answer === undefined ? undefined : { project: answer === '' ? undefined : answer };
}
