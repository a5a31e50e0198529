import type { ExchangeTarget } from '../catalog/ref';
import { requireConnected } from '../platform/errors';
import { type Connection, EMULATOR_ID } from '../service/connection';
import { curlCommand } from '../service/curl';
import type { ConsoleDeps } from './deps';
import { readActiveRequest, recordedExchange } from './requestSource';

/** Copies an exchange, or the request of the active editor, as a command line without any secret. */
export async function copyAsCurl(deps: ConsoleDeps, target?: ExchangeTarget): Promise<void> {
  const { prompts, system, connections, l10n, redact } = deps;
  const { request, connection } = target
    ? recordedExchange(deps, target)
    : { ...readActiveRequest(deps), connection: requireConnected(connections.active, l10n) };
  const located = await withRealEndpoint(deps, connection);
  const { text, variable } = curlCommand(request, located, redact);
  await system.copy(text);
  const copied = l10n.t('The command was copied.');
  const needs = variable && l10n.t('It takes the credential from the variable ${0}.', variable);
  void prompts.notify('info', [copied, needs].filter(Boolean).join(' '));
}

/** The emulator’s endpoint is only known once it runs. */
async function withRealEndpoint(
  { emulator }: ConsoleDeps,
  connection: Connection,
): Promise<Connection> {
  if (connection.id !== EMULATOR_ID) return connection;
  const { baseUrl } = await emulator.start();
  return { ...connection, endpoint: baseUrl };
}
