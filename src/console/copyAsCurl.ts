import * as l10n from '@vscode/l10n';
import { operationRow, versionsOf } from '../api/operations';
import type { PlainRequest } from '../api/request';
import { type Version, VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import type { ExchangeTarget } from '../catalog/ref';
import { requireConnected } from '../platform/errors';
import type { LiveText } from '../platform/textDocuments';
import { type Connection, EMULATOR_ID } from '../service/connection';
import { type CodeTarget, curlCommand } from '../service/curl';
import { programRequest } from '../service/sessionExchange';
import { findProgram } from '../service/sessionTraffic';
import { type ApiResponse, fetchResponse } from './apiResponse';
import type { ConsoleDeps } from './deps';
import type { RequestFile } from './requestFile';
import { readActiveRequest, recordedExchange, recordedRequest } from './requestSource';

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

/**
 * Sends the active editor's request in its version and in another one, and compares the bodies in a
 * diff editor. Read-only methods only, because the request is sent twice.
 */
export async function compareVersions(deps: ConsoleDeps): Promise<void> {
  const { connections, documents, progress } = deps;
  const active = readActiveRequest(deps);
  const { file, request } = active;
  const { operation, version } = file;
  if (operationRow(operation).effect !== 'read') {
    throw new AppError(
      'notComparable',
      l10n.t('Comparing versions would call {0} twice.', operation),
      {
        hint: l10n.t(
          'Only read methods can be compared. To send this request to another version, change “version” in the request file.',
        ),
      },
    );
  }
  const connection = requireConnected(connections.active);
  const other = await pickVersion(deps, file);
  if (!other) return;
  const title = l10n.t('Comparing {0} in {1} and {2}', operation, version, other);
  const requests = [request, recordedRequest({ ...file, version: other })];
  const [left, right] = await progress(title, (signal) =>
    Promise.all(requests.map((one) => fetchResponse(deps, connection, one, signal))),
  );
  if (!left || !right) return;
  const sides = [left, right].map(({ request: sent, status }) => `${sent.version} (${status})`);
  await documents.compare(bodyOf(left), bodyOf(right), `${operation}: ${sides.join(' ↔ ')}`);
}

async function pickVersion(
  { prompts }: ConsoleDeps,
  { operation, version }: RequestFile,
): Promise<Version | undefined> {
  const versions = versionsOf(operationRow(operation));
  const items = VERSIONS.filter((one) => one !== version).map((one) => ({
    label: one,
    value: one,
    ...(versions.includes(one)
      ? {}
      : { description: l10n.t('This version doesn’t have the API method.') }),
  }));
  return await prompts.pick(
    {
      title: l10n.t('Compare {0} with', version),
      placeholder: l10n.t('Select an API version to compare with'),
    },
    items,
  );
}

function bodyOf({ request, text }: ApiResponse): LiveText {
  const { operation, version } = request;
  return { name: `${operation} (${version}).jsonc`, read: () => `${text}\n` };
}
