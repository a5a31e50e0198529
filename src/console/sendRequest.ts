import * as l10n from '@vscode/l10n';
import { isSuccess } from '../api/body';
import { matchesName } from '../api/names';
import { operationRow } from '../api/operations';
import type { PlainRequest, RequestName } from '../api/request';
import { VERSIONS } from '../api/versions';
import type { ExchangeTarget, ResourceRef } from '../catalog/ref';
import { canDo } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import { operationTitle } from '../catalog/text';
import { requireConnected } from '../platform/errors';
import { confirmDangerous, confirmResend, resourceNameOf } from '../service/confirmRequest';
import type { Connection } from '../service/connection';
import type { JsonObject } from '../api/schema/row';
import { isObject, items, objectAt, textAt, tryParse } from '../base/json';
import { refusalOf } from '../service/resourceErrors';
import { ApiResponse, ConnectionName, runRequest } from './apiResponse';
import { showResponse } from './responseDocument';
import type { ConsoleDeps } from './deps';
import {
  readActiveRequest,
  recordedExchange,
  requestProblems,
  requireConnection,
} from './requestSource';

export async function sendActiveRequest(deps: ConsoleDeps): Promise<void> {
  const active = readActiveRequest(deps);
  const { uri, text, file, request } = active;
  const mark = (error: unknown): void => deps.editor.mark(uri, requestProblems(error, text, file));
  const { id } = requireConnected(deps.connections.active);
  try {
    const answer = await sendAndShow(deps, id, request);
    if (answer?.serviceError) mark(answer.serviceError);
  } catch (error) {
    mark(error);
    throw error;
  }
}

/**
 * Confirms a destructive request, sends it once, and shows the response as it arrives. Undefined if
 * the user cancels. Throws if there is no response, after showing the reason.
 */
export async function sendAndShow(
  deps: ConsoleDeps,
  connectionId: string,
  request: PlainRequest,
): Promise<ApiResponse | undefined> {
  const connection = requireConnection(deps.connections, connectionId);
  if (!(await confirmDangerous(deps, request, connection))) return undefined;
  return await sendConfirmed(deps, connection, request);
}

async function sendConfirmed(
  deps: ConsoleDeps,
  connection: Connection,
  request: PlainRequest,
): Promise<ApiResponse> {
  const { clients, clock, connections, progress, redact, store } = deps;
  const { id: connectionId } = connection;
  const answer = new ApiResponse(
    request,
    new ConnectionName(connections, connection),
    clock,
    redact,
  );
  const { operation } = request;
  const title = operation === 'discovery' ? operation : operationTitle(operation);
  const shown = showResponse(deps, answer);
  const settled = Promise.allSettled([shown]);
  await progress(title, (signal) => runRequest(clients, connectionId, answer, signal));
  await settled;
  const { status } = answer;
  noteModelStatus(deps, connectionId, answer);
  await noteInteraction(deps, connectionId, answer);
  if (status !== undefined && isSuccess({ status })) {
    for (const ref of affectedResources(request, connectionId)) store.invalidate(ref);
  }
  if (status === undefined && answer.error) throw answer.error;
  await shown;
  return answer;
}

/**
 * Resends a recorded request to its connection, after confirmation if the request writes, and shows
 * the response.
 */
export async function replayExchange(deps: ConsoleDeps, target?: ExchangeTarget): Promise<void> {
  if (!target) {
    const message = l10n.t('Select a request in the Traffic view.');
    void deps.prompts.notify('info', message);
    return;
  }
  const { request, connection } = recordedExchange(deps, target);
  if (await confirmResend(deps, { request, connection })) {
    await sendConfirmed(deps, connection, request);
  }
}

/**
 * Returns the cached data to reload after a successful request: the resource and its collection, in
 * all versions. Empty for read-only requests.
 */
function affectedResources(request: PlainRequest, connection: string): readonly ResourceRef[] {
  const { operation } = request;
  if (operation === 'discovery' || operationRow(operation).effect === 'read') return [];
  const name = resourceNameOf(request);
  return kindIds().flatMap((kind) =>
    VERSIONS.filter((version) => canDo(kind, 'list', version)).flatMap((version) => {
      const where = { connection, version, kind };
      const { pattern } = kindRow(kind);
      if (matchesName(pattern, name)) {
        const parent = name.split('/').slice(0, -2).join('/');
        return [
          { ...where, name },
          { ...where, name: parent, collection: true as const },
        ];
      }
      const last = name.lastIndexOf('/');
      return matchesName(pattern, `${name}/x`)
        ? [{ ...where, name: name.slice(0, Math.max(0, last)), collection: true as const }]
        : [];
    }),
  );
}

/** Records manually created stored interactions, because the API can't list them, and deleted ones. */
async function noteInteraction(
  { interactions, clock }: Pick<ConsoleDeps, 'interactions' | 'clock'>,
  connection: string,
  { request, status, raw }: ApiResponse,
): Promise<void> {
  const { operation, version, body = {} } = request;
  if (status === undefined || !isSuccess({ status })) return;
  if (operation === 'interactions.delete') {
    await interactions.forget({ connection, id: idIn(resourceNameOf(request)) });
  }
  if (operation !== 'interactions.create' || body.store === false) return;
  const told = parseInteraction(raw);
  const id = textAt(told, 'id');
  if (id === '') return;
  const [model, agent] = [textAt(body, 'model'), textAt(body, 'agent')];
  const state = textAt(told, 'status');
  await interactions.begin({
    connection,
    id,
    version,
    title: titleOf(body),
    created: textAt(told, 'created') || new Date(clock.now()).toISOString(),
    ...(agent === '' ? { model } : { agent }),
    ...(state !== '' && { status: state }),
    ...(body.background === true && { background: true }),
  });
}

function idIn(name: string): string {
  return name.replace(/^interactions\//, '');
}

/** Returns the interaction in a full or streamed response; the last value of each field wins. */
function parseInteraction(text: string): JsonObject {
  const whole = tryParse(text);
  if (isObject(whole)) return whole;
  let told: JsonObject = {};
  for (const [, data = ''] of text.matchAll(/^data: ?(\{.*)$/gm)) {
    const event = tryParse(data);
    if (isObject(event)) told = { ...told, ...objectAt(event, 'interaction') };
  }
  return told;
}

function titleOf({ input }: JsonObject): string {
  const [line = ''] = textIn(input)
    .trim()
    .split(/[\r\n]/);
  return line.slice(0, 200);
}

function textIn(input: unknown): string {
  if (typeof input === 'string') return input;
  const all = isObject(input) ? [input] : items(input).filter(isObject);
  const said = all.flatMap((one) => [one, ...items(one.content).filter(isObject)]);
  return said.map((one) => textAt(one, 'text')).find((text) => text !== '') ?? '';
}

/** Records that a model exists, or that the API rejects all requests to it. */
function noteModelStatus(
  { modelStatuses, store }: Pick<ConsoleDeps, 'modelStatuses' | 'store'>,
  connection: string,
  answer: ApiResponse,
): void {
  const { request, status, state } = answer;
  const name = resourceNameOf(request);
  const method = methodOf(request.operation);
  if (method === undefined || status === undefined || state !== 'done') return;
  if (!matchesName(kindRow('model').pattern, name)) return;
  const { version } = request;
  const model = { connection, version, name };
  const error = answer.serviceError;
  if (!error) {
    if (isSuccess({ status })) modelStatuses.answered(model);
    return;
  }
  const listed = store.find({ connection, version, kind: 'model', name });
  const isListed = items(listed?.supportedGenerationMethods).includes(method);
  const why = refusalOf(error, isListed);
  if (why) modelStatuses.refused(model, why);
}

/**
 * Returns the model's method name for an operation; undefined if the operation doesn't show that a
 * model responds. `countTokens` works for other models too.
 */
function methodOf(operation: RequestName): string | undefined {
  const [, method = ''] = /^models\.([a-zA-Z]+)$/.exec(operation) ?? [];
  if (/^(|get|list|count\w*)$/.test(method)) return undefined;
  return method === 'streamGenerateContent' ? 'generateContent' : method;
}
