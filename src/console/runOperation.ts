import * as l10n from '@vscode/l10n';
import { type OperationId, operationRow } from '../api/operations';
import { rawRequest } from '../api/request';
import { findMessage, findType, isUnion } from '../api/schema/messages';
import { requiredIn } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { ResourceRef } from '../catalog/ref';
import { requireConnected } from '../platform/errors';
import { askForParameters } from './askForParameters';
import { currentTemplate } from './currentTemplate';
import { operationItems } from './operationItems';
import type { ConsoleDeps } from './deps';
import { formatRequestFile } from './requestFile';
import { requireConnection } from './requestSource';
import { sendAndShow } from './sendRequest';

/** Asks for an operation and its path parameters; then opens its request document, or sends it at once. */
export async function runOperation(deps: ConsoleDeps, target?: ResourceRef): Promise<void> {
  const { prompts, connections, closedBy, editor } = deps;
  const connection = target
    ? requireConnection(connections, target.connection)
    : requireConnected(connections.active);
  const preferred: Version = target?.version ?? connection.apiVersion ?? 'v1beta';
  const choice = await prompts.pick(
    {
      title: l10n.t('Run an operation on “{0}”', connection.name),
      placeholder: l10n.t('Search by name, path or effect'),
    },
    closedBy(connection).then((closed) => operationItems({ preferred, target, closed })),
  );
  if (!choice) return;
  const { operation, version } = choice;
  const path = await askForParameters(deps, connection.id, choice);
  if (!path) return;
  if (!needsDocument(operation, version)) {
    await sendAndShow(deps, connection.id, rawRequest({ operation, version, path, query: {} }));
    return;
  }
  const template = await currentTemplate(deps, connection.id, { operation, version, path });
  await editor.open(formatRequestFile({ operation, version, path, ...template }));
}

/** Whether an operation has anything to fill in besides its path. */
export function needsDocument(operation: OperationId, version: Version): boolean {
  const { body, upload, query = {} } = operationRow(operation);
  const type = body === undefined ? undefined : findType(body);
  const fields = Object.values(findMessage(body ?? '')?.fields ?? {});
  // All fields of some messages are part of the path.
  const isOpen = type !== undefined && isUnion(type);
  const hasFields = isOpen || fields.some(({ pathBound }) => !pathBound);
  const needsQuery = Object.values(query).some((parameter) => requiredIn(parameter, version));
  return hasFields || upload !== undefined || needsQuery;
}
