import type { PlainRequest } from '../api/request';
import type { ExchangeTarget } from '../catalog/exchangeTarget';
import { EMULATOR_ID, type Connection } from '../service/connection';
import { curlCommand } from '../service/curl';
import type { ConsoleParts } from './parts';
import { readActiveRequest } from './readActiveRequest';
import { recordedExchange } from './recordedExchange';
import { requireActive } from './requireConnection';

interface Sendable {
  readonly request: PlainRequest;
  readonly connection: Connection;
}

/** Copies an exchange, or the request of the active editor, as a command line without any secret. */
export async function copyAsCurl(parts: ConsoleParts, target?: ExchangeTarget): Promise<void> {
  const { prompts, system, l10n, redact } = parts;
  const { request, connection } = target ? recordedExchange(parts, target) : activeOf(parts);
  const { text, variable } = curlCommand(request, await whereItIs(parts, connection), redact);
  await system.copy(text);
  const copied = l10n.t('The command was copied.');
  const needs = variable && l10n.t('It takes the credential from the variable ${0}.', variable);
  void prompts.notify('info', [copied, needs].filter(Boolean).join(' '));
}

/** The connection with the address that it really has. */
async function whereItIs({ emulator }: ConsoleParts, connection: Connection): Promise<Connection> {
  if (connection.id !== EMULATOR_ID) return connection;
  const { baseUrl } = await emulator.start();
  return { ...connection, endpoint: baseUrl };
}

function activeOf(parts: ConsoleParts): Sendable {
  const active = readActiveRequest(parts);
  return { request: active.request, connection: requireActive(parts.connections, parts.l10n) };
}
