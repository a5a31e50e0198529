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
  parts: Pick<AuthParts, 'prompts' | 'l10n' | 'signIns' | 'adcOrigins'>,
  { title, endpoint, project }: UseAdcQuestion,
): Promise<string | undefined> {
  const { adc } = await parts.signIns();
  const { quotaProject = '' } = await adc.read();
  if (!(await parts.adcOrigins.mayGet(endpoint, { again: true }))) return undefined;
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
