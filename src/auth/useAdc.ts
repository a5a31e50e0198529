import type { AuthParts } from './parts';
import { askForProject } from './askForProject';

export interface UseAdcQuestion {
  readonly title: string;
  /** Origin of the service that gets the access tokens. */
  readonly endpoint: string;
  /** The project that the connection has already: then it is not asked for. */
  readonly project?: string | undefined;
}

/**
 * Makes sure that the application default credentials of this machine can be read, and may be sent to an
 * endpoint; then asks for the project, empty for none. Undefined when dismissed. Throws what reading them
 * throws.
 */
export async function useAdc(
  parts: Pick<AuthParts, 'prompts' | 'l10n' | 'signIns'>,
  { title, endpoint, project }: UseAdcQuestion,
): Promise<string | undefined> {
  const { adc } = await parts.signIns();
  const { quotaProject = '' } = await adc.read();
  if (!(await mayGetAdc(parts, endpoint))) return undefined;
  if (project !== undefined) return project;
  return await askForProject(parts, {
    title,
    value: quotaProject,
    ifEmpty:
      quotaProject === ''
        ? parts.l10n.t('Leave it empty to name none.')
        : parts.l10n.t('Leave it empty for the one that the credentials name.'),
  });
}

/** Asks before application default credentials, which are bound to no origin, go elsewhere than to Google. */
export async function mayGetAdc(
  { prompts, l10n }: Pick<AuthParts, 'prompts' | 'l10n'>,
  endpoint: string,
): Promise<boolean> {
  const { host, hostname } = new URL(endpoint);
  if (hostname.endsWith('.googleapis.com')) return true;
  const send = l10n.t('Send to {0}', host);
  const answer = await prompts.confirm(
    l10n.t('Send access tokens of your application default credentials to {0}?', host),
    {
      detail: l10n.t(
        'Whoever runs {0} can act as the account for as long as a token is valid.',
        host,
      ),
      actions: [send],
    },
  );
  return answer === send;
}
