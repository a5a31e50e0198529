import {
  type MatchInput,
  modelMatchInput,
  operationMatchInput,
  FAIL,
  responseFault,
  GENERATE,
  isGenerating,
  unsupportedFields,
  type Script,
  type WireForm,
} from './answers';
import type { Call, Handler, Reply } from './call';
import { DECISIONS_ARE_INVENTED, noteDecisions, withDecisions } from './decisions';
import { errorOf, rawOf } from './engine';
import { injectFault, type Fault, withFault } from './faultInjection';
import { readFault } from './faultKinds';
import { equivalentRequest } from './interactions';
import type { LogEntry } from './requestLog';
import { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

/** Returns the call with its mocks. */
export function withScripts(call: Call, world: HandlerContext): Call {
  if (call.operation === 'decisions.create') return withDecisions(call, world);
  return { ...call, script: findScript(call, world) };
}

/**
 * Returns the mock for a call. Undefined if none matches. Counts as used only when taken.
 * @param operation overrides the API method, such as for a Live API session.
 */
export function findScript(
  call: Call,
  world: HandlerContext,
  operation: MatchInput['operation'] = call.operation,
): Script | undefined {
  if (world.answers.rules.length === 0) return undefined;
  return world.answers.find(toMatchInput(call, world, operation));
}

function toMatchInput(
  call: Call,
  world: HandlerContext,
  operation: MatchInput['operation'],
): MatchInput {
  const { path, body } = call;
  const model = path.model ?? path.name ?? '';
  if (!isGenerating(operation)) return operationMatchInput(call.operation, model, body);
  if (operation !== 'interactions.create') return modelMatchInput(operation, model, body);
  const { model: id, request } = equivalentRequest(call, world);
  return modelMatchInput(operation, id, request);
}

export function logRule(entry: LogEntry, { script }: Pick<Call, 'script'>): void {
  if (!script) return;
  entry.mock = script.rule.label;
  if (typeof script.answer !== 'string') entry.answeredBy = 'mock';
}

/** Logs a mock response and, once, its fields that the wire format ignores. */
export function logMockResponse(
  entry: LogEntry,
  call: Pick<Call, 'body' | 'decisions' | 'script'>,
  {
    world,
    onError,
  }: { readonly world: HandlerContext; readonly onError: (error: unknown) => void },
): void {
  logRule(entry, call);
  noteDecisions(entry, call);
  const isInvented = entry.operation === 'decisions.create' && entry.answeredBy === 'engine';
  if (isInvented && world.answers.isNew(DECISIONS_ARE_INVENTED)) {
    onError(new Error(DECISIONS_ARE_INVENTED));
  }
  if (!call.script) return;
  const { rule, answer } = call.script;
  const form = formOf(entry);
  const leftOut = form === undefined ? [] : unsupportedFields(answer, form);
  if (leftOut.length === 0) return;
  entry.leftOut = leftOut;
  const line = `${rule.label}: not supported in ${form}: ${leftOut.join(', ')}.`;
  if (world.answers.isNew(line)) onError(new Error(line));
}

function formOf({ operation, target }: LogEntry): WireForm | undefined {
  if (operation?.startsWith('live.')) return 'live sessions';
  if (operation === 'interactions.create') return 'interactions';
  return target.includes('/openai/') ? 'OpenAI chats' : undefined;
}

export function handleCall(handler: Handler, call: Call, world: HandlerContext): Reply {
  const { script } = call;
  if (!script) return handler(call, world);
  const fault = parseScriptFault(script);
  const streams = call.row.stream === true || call.body.stream === true;
  const isWhole = fault && (fault.after === 0 || !streams);
  const instead = isWhole && injectFault(fault, call);
  if (instead) {
    script.take();
    return instead;
  }
  if (isCompleteResponse(call, script)) return plainReply(call, script);
  // For models, the engine takes the response after validation.
  if (!isGenerating(call.operation)) script.take();
  if (!fault) return handler(call, world);
  const reply = world.visibility.during(fault.unseenFor ?? 0, () => handler(call, world));
  return withFault(reply, fault, call.row);
}

export function parseScriptFault({ answer }: Script): Fault | undefined {
  const fault = typeof answer === 'string' ? undefined : responseFault(answer);
  return fault && readFault(fault);
}

/** Whether the mock has the full response, so that the handler doesn't run. */
function isCompleteResponse({ operation }: Call, { answer, rule }: Script): boolean {
  if (typeof answer === 'string') return false;
  const isRaw = answer.raw !== undefined || answer.file !== undefined;
  if (!isGenerating(operation)) return isRaw || answer.error !== undefined;
  const named = rule.rule.when?.operation ?? GENERATE;
  return isRaw && operation === 'interactions.create' && ![named].flat().includes(GENERATE);
}

function plainReply({ operation, path }: Call, script: Script): Reply {
  const { answer, rule } = script.take();
  if (typeof answer === 'string')
    throw new TypeError(`${rule.label} has no response to ${operation}.`);
  const { latency = 0 } = answer;
  const raw = rawOf(answer, rule) ?? [];
  const error = answer.error === undefined ? undefined : errorOf(answer, path.model ?? '');
  const events = operation === 'interactions.create' && raw.length > 1;
  return {
    steps: raw.map((message) => ({ message, tokens: 0, after: latency * rule.waits })),
    isVerbatim: true,
    ...(events ? { form: 'events' } : {}),
    ...(error ? { accident: { kind: 'error', error } } : {}),
  };
}

/** Throws `StatusError` for a call that a catch-all mock fails as unmatched. */
export function rejectUnmatched(
  call: Call,
  {
    world,
    onError,
  }: { readonly world: HandlerContext; readonly onError: (error: unknown) => void },
  operation?: MatchInput['operation'],
): void {
  const miss = unmatchedError(call, world, operation);
  if (!miss) return;
  onError(miss);
  throw miss;
}

/**
 * Returns the error of a catch-all mock and counts the unmatched request. Undefined for other
 * mocks.
 */
export function unmatchedError(
  call: Call,
  world: HandlerContext,
  operation: MatchInput['operation'] = call.operation,
): StatusError | undefined {
  const { answers } = world;
  if (call.script?.answer !== FAIL) return undefined;
  answers.miss();
  // Compare before `take()`, which may change counts and state.
  const nearest = answers.nearest(toMatchInput(call, world, operation));
  call.script.take();
  const why = nearest
    ? ` The closest is ${nearest.label}: ${nearest.reasons.join('; ')}.`
    : ' There are no other mocks.';
  return new StatusError(404, `No mock matches this request.${why}`);
}
