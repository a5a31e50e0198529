import type { AuthParts } from './parts';
import { askForProject } from './askForProject';

export interface UseAdcQuestion {
  readonly title: string;
  /** Address of the service that gets the access tokens. */
  readonly endpoint: string;
  /** The project that the connection has already: then it is not asked for. */
  readonly project?: string | undefined;
}

export type UseAdcParts = Pick<AuthParts, 'prompts' | 'l10n' | 'signIns' | 'adcOrigins'>;

/**
 * Makes sure that the application default credentials of this machine can be read, and may be sent to an
 * endpoint; then asks for the project, empty for none. Undefined when dismissed. Throws what reading them
 * throws.
 */
export async function useAdc(
  parts: UseAdcParts,
  { title, endpoint, project }: UseAdcQuestion,
): Promise<string | undefined> {
  const ready = await readyAdc(parts, endpoint);
  if (!ready) return undefined;
  return project ?? (await askForAdcProject(parts, title, ready.quotaProject));
}

/** The project that the credentials name, empty for none, once they may be sent to an endpoint. */
export async function readyAdc(
  { signIns, adcOrigins }: UseAdcParts,
  endpoint: string,
): Promise<{ readonly quotaProject: string } | undefined> {
  const { adc } = await signIns();
  const { quotaProject = '' } = await adc.read();
  return (await adcOrigins.mayGet(endpoint, { again: true })) ? { quotaProject } : undefined;
}

/** Asks for the project that is charged, empty for none. Undefined when dismissed. */
export async function askForAdcProject(
  parts: Pick<UseAdcParts, 'prompts' | 'l10n'>,
  title: string,
  quotaProject: string,
): Promise<string | undefined> {
  const { l10n } = parts;
  return await askForProject(parts, {
    title,
    value: quotaProject,
    ifEmpty:
      quotaProject === ''
        ? l10n.t('Leave it empty to name none.')
        : l10n.t('Leave it empty for the one that the credentials name.'),
  });
}
