import type { IncomingMessage, ServerResponse } from 'node:http';
import { operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { JsonValue } from '../api/schema/row';
import { editionOf } from '../api/versions';
import { isObject } from '../base/json';
import { GENERATE } from './answers';
import type { Call, Reply } from './call';
import { isDecided } from './decisionMocks';
import { noteBody } from './requestEvents';
import { handlers } from './handlers';
import {
  baseOf,
  parseJson,
  readBytes,
  readQuery,
  refuseDeep,
  type Route,
  type Target,
} from './http';
import type { ReadOpenAi } from './openai';
import type { LogEntry } from './requestLog';
import { LOGGED_BODY, readBody } from './requestBody';
import { handled, noteAnswer, refuseMissed, withScripts } from './mockReply';
import { settled, type StandIn, standInError } from './responseSource';
import { StatusError } from './status';
import { keyOf, uploadRoute, type UploadService } from './upload/upload';
import { isRuled } from './uploadRules';

export interface InsteadExchange {
  readonly service: UploadService;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: Target;
  readonly entry: LogEntry;
  readonly gone: AbortSignal;
}

export interface Standing {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly json: JsonValue;
  readonly show: (reply: Reply) => Reply;
}

/**
 * Responds from the active response source, or returns the reply of a mock, which has priority. Returns
 * false without a source. Rejects with `StatusError` if credentials, body, or upstream fail.
 * @param standing reads the body; undefined for an unknown API method
 */
export async function answeredInstead(
  on: InsteadExchange,
  standing?: (json: JsonValue) => Standing,
): Promise<boolean | Reply> {
  const { service, request, response, entry } = on;
  const standIn = admitted(on);
  if (!standIn) return false;
  const body = await readBytes(request, service.limits.bodyBytes);
  const json = understood(() => (body.length === 0 ? {} : parseJson(body.toString())));
  if (json !== undefined) refuseDeep(json);
  const read = standing && json !== undefined ? understood(() => standing(json)) : undefined;
  const row = read?.route.row;
  if (read) entry.operation = read.route.operation;
  entry.bodyBytes = body.length;
  noteBody(entry, body);
  entry.body = loggedOf(on, body, row);
  const reply = read && ruleReply(on, read);
  if (reply) return reply;
  const asked = { ...askedOf(on, row), body };
  settled(await reached(standIn.answer(asked, response)), entry);
  return true;
}

/** Maps an OpenAI request to its API method. Throws 400 if invalid. */
export function standingOf(
  { profile, world }: UploadService,
  read: ReadOpenAi,
  json: JsonValue,
): Standing {
  if (!isObject(json)) throw new StatusError(400, 'The body must be an object.');
  const { operation, path, body, show, pageSize } = read(json, world.time.now());
  return {
    route: {
      ...{ operation, path, row: operationRow(operation) },
      version: editionOf('v1beta', profile),
    },
    query: new URLSearchParams(pageSize === undefined ? {} : { pageSize: String(pageSize) }),
    ...{ json: body, show },
  };
}

/** Returns undefined if the emulator rejects the request, as an upstream may still accept it. */
function understood<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

/**
 * Returns the response of a mock. Undefined if none matches or the mock leaves the response to
 * others.
 */
function ruleReply(on: InsteadExchange, standing: Standing): Reply | undefined {
  const { service, request, entry } = on;
  const { world } = service;
  const { route, query, json, show } = standing;
  const handler = handlers[route.operation];
  if (world.answers.rules.length === 0 || !handler) return undefined;
  const call = understoodCall(service, route, query, json, baseOf(request, service));
  const scripted = call && withScripts(call, world);
  const script = scripted?.script;
  if (!scripted || (!script && !isDecided(scripted))) return undefined;
  if (script?.answer === GENERATE) {
    script.take();
    return undefined;
  }
  noteAnswer(entry, scripted, service);
  refuseMissed(scripted, service);
  return show(world.state.transaction(() => handled(handler, scripted, world)));
}

function understoodCall(
  service: InsteadExchange['service'],
  route: Route,
  query: URLSearchParams,
  json: JsonValue,
  origin: string,
): Call | undefined {
  const { row, version } = route;
  return understood(() => {
    const values = readQuery(row, version, query);
    const body = row.body === undefined ? {} : readBody(service, route, json);
    return { ...route, caller: { kind: 'apiKey' }, query: values, isMedia: false, body, origin };
  });
}

/** Handles an upload request like `answeredInstead`, but with a streamed body. */
export async function uploadedInstead(on: InsteadExchange): Promise<boolean> {
  const { service, request, response, url, entry } = on;
  const standIn = admitted(on);
  if (!standIn) return false;
  const route = uploadRoute(url.path, service.profile);
  if (route) entry.operation = route.operation;
  // Mocks have priority, and uploads that started in the emulator finish there.
  const id = url.query.get('upload_id');
  const isOwn =
    id === null
      ? route !== undefined && (await isRuled({ ...on, ...route }))
      : service.uploads.find(keyOf(id)) !== undefined;
  if (isOwn) return false;
  const asked = askedOf(on, undefined);
  const by = await reached(standIn.relayUpload(asked, request, response));
  if (by === undefined) return false;
  entry.answeredBy = by;
  return true;
}

/** Returns the active response source. Throws if the source relays nothing and the credentials look real. */
function admitted({ service, request, url }: InsteadExchange): StandIn | undefined {
  const { standIn } = service;
  if (!standIn?.isOn) return undefined;
  if (!standIn.relays) service.credentials.refuseReal(request.headers, url.query);
  return standIn;
}

function askedOf(
  { service, request, entry, gone }: InsteadExchange,
  row: OperationRow | undefined,
): Parameters<StandIn['relayUpload']>[0] {
  return {
    operation: openAiName(request.url ?? '') ?? entry.operation ?? 'other',
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    base: baseOf(request, service),
    mayBeArray: row?.stream === true,
    signal: gone,
  };
}

/** OpenAI requests have separate names, because their recordings have a different format. */
function openAiName(target: string): string | undefined {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name && `openai.${name.split('/').slice(0, 2).join('.')}`;
}

function loggedOf(
  { service: { redactor } }: InsteadExchange,
  body: Buffer,
  row: OperationRow | undefined,
): string {
  const text = body.toString('utf8', 0, LOGGED_BODY);
  return row?.body === undefined ? redactor.text(text) : redactor.json(text, row.body);
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw standInError(error);
  }
}
