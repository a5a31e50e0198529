import { canonicalNumber } from '../../api/errors/decode';
import { type OperationId, operationRow } from '../../api/operations';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import { errorCode, errorMessage } from '../../base/errors';
import { isObject } from '../../base/json';
import type { Call, Handler } from '../call';
import { embedContent, generateContent } from '../engine';
import { handleCall, unmatchedError, findScript } from '../mockReply';
import { isTooDeep, rejectDeep, toWire } from '../http';
import { badRequest, refuseProblems, StatusError } from '../status';
import { tunedGenerateContent } from '../tuning';
import { reportFault, type HandlerContext } from '../handlerContext';
import type { Batch, BatchKind } from './batch';

/** `google.rpc.Code`. */
const INTERNAL = 13;

interface ItemHandler {
  readonly operation: OperationId;
  readonly handler: Handler;
}

const itemHandlers: { readonly [K in BatchKind]: ItemHandler } = {
  generate: { operation: 'models.generateContent', handler: generateContent },
  embed: { operation: 'models.embedContent', handler: embedContent },
};

const tuned: ItemHandler = {
  operation: 'tunedModels.generateContent',
  handler: tunedGenerateContent,
};

/** The result of one batch request: its response or the error of the equivalent single request. */
type BatchItemResult = { readonly response: JsonObject } | { readonly error: JsonObject };

/** Runs one batch request. @param model resource name of the model of the batch. */
export function processItem(
  world: HandlerContext,
  { kind, version, caller, isSeeded, origin = '' }: Batch,
  model: string,
  request: JsonValue,
): BatchItemResult {
  const isTuned = kind === 'generate' && model.startsWith('tunedModels/');
  const { operation, handler } = isTuned ? tuned : itemHandlers[kind];
  const row = operationRow(operation);
  try {
    rejectDeep(request);
    const message = row.body as MessageName;
    const { value, violations, problems } = parseRequest(message, version, request);
    if (violations.length > 0) throw badRequest(violations);
    refuseProblems(problems);
    const call: Call = {
      ...{ operation, row, version, caller, path: { model }, query: {}, isMedia: false },
      body: value as JsonObject,
      origin,
    };
    const asked = { ...call, script: isSeeded ? undefined : findScript(call, world) };
    const miss = unmatchedError(asked, world);
    if (miss) throw miss;
    const { steps, accident, isVerbatim } = handleCall(handler, asked, world);
    if (accident?.kind === 'error') throw accident.error;
    const [step] = steps;
    if (accident !== undefined || !step) throw new StatusError(500, 'Internal error encountered.');
    return {
      response: isVerbatim ? step.message : toWire(row.response, version, step.message),
    };
  } catch (error) {
    if (error instanceof StatusError) return { error: rpcStatus(error) };
    // Storage errors may be temporary: rethrow them so that the request is retried.
    if (errorCode(error) === 'ERR_SQLITE_ERROR') throw error;
    // After an internal emulator error, the batch's other requests still run.
    reportFault(world, error);
    const debug = {
      '@type': 'type.googleapis.com/google.rpc.DebugInfo',
      detail: errorMessage(error),
    };
    return { error: { code: INTERNAL, message: 'Internal error encountered.', details: [debug] } };
  }
}

function rpcStatus({ status, message, details }: StatusError): JsonObject {
  const code = canonicalNumber(status);
  return { code, message, ...(details.length > 0 ? { details } : {}) };
}

/** A batch line: the request, and the fields that are copied to the output line. */
interface BatchLine {
  readonly request: JsonObject;
  readonly back: JsonObject;
}

/** Parses a line. Undefined if it isn't a JSON object with a request. */
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
