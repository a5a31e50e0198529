import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';
import type { Connections } from '../service/connection';
import { DEFAULT_ENDPOINT } from './askForEndpoint';
import { askForName, freeName } from './askForName';

export interface NameNewConnectionParts {
  readonly prompts: Prompts;
  readonly l10n: L10n;
  readonly connections: Connections;
}

/** Asks how a connection that is about to be added is called. Undefined when dismissed. */
export async function nameNewConnection(
  parts: NameNewConnectionParts,
  title: string,
  endpoint: string,
): Promise<string | undefined> {
  const { l10n, connections } = parts;
  const { host } = new URL(endpoint);
  return await askForName(parts, {
    title,
    prompt: l10n.t('Name of the connection to {0}.', host),
    value: freeName(endpoint === DEFAULT_ENDPOINT ? l10n.t('Gemini API') : host, connections),
  });
}
