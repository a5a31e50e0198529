import * as l10n from '@vscode/l10n';
import type { PlainRequest } from '../api/request';
import type { ExchangeTarget } from '../catalog/ref';
import { requireConnected } from '../platform/errors';
import { type Connection, EMULATOR_ID } from '../service/connection';
import { type CodeTarget, curlCommand } from '../service/curl';
import { programRequest } from '../service/programRequest';
import { findProgram } from '../service/sessionTraffic';
import type { ConsoleDeps } from './deps';
import { readActiveRequest, recordedExchange } from './requestSource';

/** Copies an exchange or the active editor's request as a cURL command without secrets. */
export async function copyAsCurl(deps: ConsoleDeps, target?: ExchangeTarget): Promise<void> {
  const { prompts, system, redact } = deps;
  const { request, target: place } = await sourceOf(deps, target);
  const { text, variable, placeholders } = curlCommand(request, place, redact);
  await system.copy(text);
  const copied = l10n.t('Copied the command.');
  const needs = variable && l10n.t('It reads the credential from the variable ${0}.', variable);
  const missing =
    placeholders.length > 0 && l10n.t('Replace {0} before you run it.', placeholders.join(', '));
  void prompts.notify('info', [copied, needs, missing].filter(Boolean).join(' '));
}

async function sourceOf(
  deps: ConsoleDeps,
  target: ExchangeTarget | undefined,
): Promise<{ readonly request: PlainRequest; readonly target: CodeTarget }> {
  const { traffic, connections } = deps;
  const program = target && findProgram(traffic, target.exchange);
  const asked = program && programRequest(program);
  if (asked) return asked;
  const { request, connection } = target
    ? recordedExchange(deps, target)
    : { ...readActiveRequest(deps), connection: requireConnected(connections.active) };
  return { request, target: await withRealEndpoint(deps, connection) };
}

/** The emulator’s endpoint is unknown until it runs. */
async function withRealEndpoint(
  { emulator }: ConsoleDeps,
  connection: Connection,
): Promise<Connection> {
  if (connection.id !== EMULATOR_ID) return connection;
  const { baseUrl } = await emulator.start();
  return { ...connection, endpoint: baseUrl };
}
