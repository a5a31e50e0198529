import * as l10n from '@vscode/l10n';
import { type OperationId, operationRow, versionFor } from '../api/operations';
import { rawRequest, pathParameters } from '../api/request';
import { findMessage, findType, isUnion } from '../api/schema/messages';
import { requiredIn, type JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { ResourceRef } from '../catalog/ref';
import { requireConnected } from '../platform/errors';
import type { Client } from '../api/call';
import { isObject, items, textAt } from '../base/json';
import { CancelledError, errorMessage } from '../base/errors';
import { findOperations, pathParameter } from '../catalog/kindOperations';
import { askForParameters } from './askForParameters';
import { type OperationChoice, listOperation, listPage, operationItems } from './operationItems';
import type { ConsoleDeps } from './deps';
import { formatRequestFile } from './requestFile';
import { requireConnection } from './requestSource';
import { sendAndShow } from './sendRequest';
import { messageFields, nameInBody, queryTemplate, templateFor, type Template } from './template';

/** Prompts for an API method and its path parameters, then opens a request file or sends the request. */
export async function runOperation(deps: ConsoleDeps, target?: ResourceRef): Promise<void> {
  const { prompts, connections, closedBy, editor } = deps;
  const connection = target
    ? requireConnection(connections, target.connection)
    : requireConnected(connections.active);
  const preferred: Version = target?.version ?? connection.apiVersion ?? 'v1beta';
  const choice = await prompts.pick(
    {
      title: l10n.t('Call an API method on “{0}”', connection.name),
      placeholder: l10n.t('Search by name, path, or effect'),
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
  const template = await liveTemplate(deps, connection.id, { operation, version, path });
  await editor.open(formatRequestFile({ operation, version, path, ...template }));
}

/** Whether a method has input in addition to its path. */
export function needsDocument(operation: OperationId, version: Version): boolean {
  const { body, upload, query = {} } = operationRow(operation);
  const type = body === undefined ? undefined : findType(body);
  const fields = Object.values(findMessage(body ?? '')?.fields ?? {});
  const isOpen = type !== undefined && isUnion(type);
  const hasFields = isOpen || fields.some(({ pathBound }) => !pathBound);
  const needsQuery = Object.values(query).some((parameter) => requiredIn(parameter, version));
  return hasFields || upload !== undefined || needsQuery;
}

type TemplateDeps = Pick<ConsoleDeps, 'clients' | 'progress' | 'log'>;

/**
 * Returns a request template with live data: current values for updates, a tunable base model for
 * tuning. Uses sample values on errors. Throws `CancelledError` only.
 */
async function liveTemplate(
  deps: TemplateDeps,
  connection: string,
  choice: OperationChoice,
): Promise<Template> {
  const { progress, clients, log } = deps;
  const { operation, version, path } = choice;
  const template = templateFor(operation, version, path);
  const update = updateOf(choice);
  if (!update) return template;
  try {
    return await progress(l10n.t('Preparing {0}', operation), async (signal) =>
      update(await clients.get(connection), template, signal),
    );
  } catch (error) {
    if (CancelledError.is(error)) throw error;
    log.info(
      `${operation}: couldn’t load values, so the template has sample data: ${errorMessage(error)}`,
    );
    return template;
  }
}

type Update = (client: Client, template: Template, signal: AbortSignal) => Promise<Template>;

function updateOf(choice: OperationChoice): Update | undefined {
  const { body, mask } = operationRow(choice.operation);
  if (mask)
    return (client, template, signal) => withCurrentValues(client, choice, mask, template, signal);
  if (body !== 'TunedModel') return undefined;
  return (client, template, signal) => withBaseModel(client, choice, template, signal);
}

async function withCurrentValues(
  client: Client,
  { operation, version, path }: OperationChoice,
  mask: readonly string[],
  template: Template,
  signal: AbortSignal,
): Promise<Template> {
  const row = operationRow(operation);
  const [parameter] = pathParameters(operation);
  const get = parameter && findOperations(parameter.pattern).get;
  const name = get && pathParameter(get);
  if (!parameter || get === undefined || name === undefined) return template;
  const input = { [name]: path[parameter.name] };
  const resource = await callOnce(client, get, input, version, signal);
  const known = messageFields(row.body ?? '', version).map(([field]) => field);
  const open = known.filter((field) => mask.includes(field) && resource[field] !== undefined);
  // The API treats an empty mask as no mask.
  if (open.length === 0) return template;
  const changed = Object.fromEntries(open.map((field) => [field, resource[field]]));
  const body = { ...nameInBody(row, path), ...changed };
  return { ...template, body, query: queryTemplate(row, version, body) };
}

async function withBaseModel(
  client: Client,
  { version }: OperationChoice,
  template: Template,
  signal: AbortSignal,
): Promise<Template> {
  const list = listOperation('models/*');
  if (list === undefined) return template;
  const listing = { pattern: 'models/*', parent: '', version };
  const page = await listPage(client, list, listing, undefined, signal);
  const base = ['createTunedModel', 'createTunedTextModel']
    .map((method) =>
      page.items.find((model) => items(model.supportedGenerationMethods).includes(method)),
    )
    .find((model) => model !== undefined);
  if (!base) return template;
  return { ...template, body: { ...template.body, baseModel: textAt(base, 'name') } };
}

async function callOnce(
  client: Client,
  operation: OperationId,
  input: { readonly [name: string]: unknown },
  version: OperationChoice['version'],
  signal: AbortSignal,
): Promise<JsonObject> {
  const answer: unknown = await client.call(operation, input, {
    version: versionFor(operationRow(operation), version),
    maxAttempts: 1,
    onRetry: () => undefined,
    signal,
  });
  return isObject(answer) ? answer : {};
}
