import { canonicalNumber } from '../../api/errors/decode';
import { type OperationId, operationRow } from '../../api/operations';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import { errorCode, errorMessage } from '../../base/errors';
import { isObject } from '../../base/json';
import type { Call, Handler } from '../call';
import { embedContent, generateContent } from '../engine';
import { handled, missOf, scriptFor } from '../scripted';
import { isTooDeep, refuseDeep, toWire } from '../http';
import { badRequest, refuseProblems, StatusError } from '../status';
import { tunedGenerateContent } from '../tuning';
import { tellFault, type World } from '../world';
import type { Batch, BatchKind } from './batch';

/** Canonical number. */
const INTERNAL = 13;

/** What answers the requests of a batch: the same that answers such a request by itself. */
interface Answerer {
  readonly operation: OperationId;
  readonly handler: Handler;
}

const answerers: { readonly [K in BatchKind]: Answerer } = {
  generate: { operation: 'models.generateContent', handler: generateContent },
  embed: { operation: 'models.embedContent', handler: embedContent },
};

const tuned: Answerer = {
  operation: 'tunedModels.generateContent',
  handler: tunedGenerateContent,
};

/** What became of one request: a response, or the error that it would have met by itself. */
export type Answer = { readonly response: JsonObject } | { readonly error: JsonObject };

/** Answers one request of a batch. @param model the name of the batch's. */
export function answerTo(
  world: World,
  { kind, version, caller, isSeeded, origin = '' }: Batch,
  model: string,
  request: JsonValue,
): Answer {
  const isTuned = kind === 'generate' && model.startsWith('tunedModels/');
  const { operation, handler } = isTuned ? tuned : answerers[kind];
  const row = operationRow(operation);
  try {
    refuseDeep(request);
    const message = row.body as MessageName;
    const { value, violations, problems } = parseRequest(message, version, request);
    if (violations.length > 0) throw badRequest(violations);
    refuseProblems(problems);
    const call: Call = {
      ...{ operation, row, version, caller, path: { model }, query: {}, isMedia: false },
      body: value as JsonObject,
      // Where the files are that requests name.
      origin,
    };
    const asked = { ...call, script: isSeeded ? undefined : scriptFor(call, world) };
    const miss = missOf(asked, world);
    if (miss) throw miss;
    const { steps, accident, isVerbatim } = handled(handler, asked, world);
    if (accident?.kind === 'error') throw accident.error;
    const [step] = steps;
    if (accident !== undefined || !step) throw new StatusError(500, 'Internal error encountered.');
    return {
      response: isVerbatim ? step.message : toWire(row.response, version, step.message),
    };
  } catch (error) {
    if (error instanceof StatusError) return { error: rpcStatus(error) };
    // What is kept can't be read or written: that may pass.
    if (errorCode(error) === 'ERR_SQLITE_ERROR') throw error;
    // A fault of the emulator's: the other requests go on, and nobody is kept from the batch.
    tellFault(world, error);
    const debug = {
      '@type': 'type.googleapis.com/google.rpc.DebugInfo',
      detail: errorMessage(error),
    };
    return { error: { code: INTERNAL, message: 'Internal error encountered.', details: [debug] } };
  }
}

/** An error as `google.rpc.Status`, with the canonical number. */
function rpcStatus({ status, message, details }: StatusError): JsonObject {
  const code = canonicalNumber(status);
  return { code, message, ...(details.length > 0 ? { details } : {}) };
}

/** A line of a batch: what was asked, and what comes back with the answer. */
export interface BatchLine {
  readonly request: JsonObject;
  readonly back: JsonObject;
}

/** Reads a line; undefined where it is no JSON object with a request. */
export function readLine(line: string): BatchLine | undefined {
  const json = parsed(line);
  if (!isObject(json)) return undefined;
  const { request, key, metadata } = json;
  if (!isObject(request) || isTooDeep([key, metadata])) return undefined;
  const back = {
    ...(key === undefined ? {} : { key }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return { request, back };
}

function parsed(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return undefined;
  }
}
