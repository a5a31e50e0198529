import * as l10n from '@vscode/l10n';
import { operationRow, versionsOf } from '../api/operations';
import { type Version, VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import { requireConnected } from '../platform/errors';
import type { LiveText } from '../platform/textDocuments';
import { type ApiResponse, fetchResponse } from './apiResponse';
import type { ConsoleDeps } from './deps';
import { readActiveRequest, recordedRequest } from './requestSource';
import type { RequestFile } from './requestFile';

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
