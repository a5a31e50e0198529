import { operationRow, type OperationId } from '../api/operations';
import { rawRequest } from '../api/rawRequest';
import { findType, isEnum } from '../api/schema/messages';
import { requiredIn } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { ResourceRef } from '../catalog/ref';
import { askForParameters } from './askForParameters';
import { currentTemplate } from './currentTemplate';
import { operationItems } from './operationItems';
import type { ConsoleParts } from './parts';
import { formatRequestFile } from './requestFile';
import { requireActive, requireConnection } from './requireConnection';
import { sendAndShow } from './sendRequest';

/** Asks for one of all operations and its parameters; then opens its request, or sends it at once. */
export async function runOperation(parts: ConsoleParts, target?: ResourceRef): Promise<void> {
  const { prompts, l10n, connections, closedBy, editor } = parts;
  const connection = target
    ? requireConnection(connections, target.connection, l10n)
    : requireActive(connections, l10n);
  const preferred: Version = target?.version ?? connection.apiVersion ?? 'v1beta';
  const choice = await prompts.pick(
    {
      title: l10n.t('Run an operation on “{0}”', connection.name),
      placeholder: l10n.t('Search by name, path or effect'),
    },
    closedBy(connection).then((closed) => operationItems({ preferred, target, closed, l10n })),
  );
  if (!choice) return;
  const { operation, version } = choice;
  const path = await askForParameters(parts, connection.id, choice);
  if (!path) return;
  if (!needsDocument(operation, version)) {
    await sendAndShow(parts, connection.id, rawRequest({ operation, version, path, query: {} }));
    return;
  }
  const template = await currentTemplate(parts, connection.id, { operation, version, path });
  await editor.open(formatRequestFile({ operation, version, path, ...template }));
}

/** Whether there is something to write before an operation can be sent. */
export function needsDocument(operation: OperationId, version: Version): boolean {
  const { body, upload, query = {} } = operationRow(operation);
  const row = body === undefined ? undefined : findType(body);
  const fields = row === undefined || isEnum(row) ? {} : row.fields;
  // Of some messages the path says all.
  const hasFields = Object.values(fields).some(({ pathBound }) => !pathBound);
  const needsQuery = Object.values(query).some((parameter) => requiredIn(parameter, version));
  return hasFields || upload === true || needsQuery;
}
