import { endpointName } from '../api/endpoint';
import type { L10n } from '../platform/l10n';
import type { Connections } from '../service/connection';
import { DEFAULT_ENDPOINT } from './askForEndpoint';
import { askForName, freeName, type AskForNameParts } from './askForName';

/** What a new connection to an endpoint is called where nobody is asked. */
export function newName(
  { l10n, connections }: { readonly l10n: L10n; readonly connections: Connections },
  endpoint: string,
): string {
  const wanted = endpoint === DEFAULT_ENDPOINT ? l10n.t('Gemini API') : endpointName(endpoint);
  return freeName(wanted, connections);
}

/** Asks how a connection that is about to be added is called. Undefined when dismissed. */
export async function nameNewConnection(
  parts: AskForNameParts,
  title: string,
  endpoint: string,
): Promise<string | undefined> {
  return await askForName(parts, {
    title,
    prompt: parts.l10n.t('Name of the connection to {0}.', endpointName(endpoint)),
    value: newName(parts, endpoint),
  });
}
