import { accumulateInteraction } from '../../api/interactions/accumulate';
import type { JsonObject } from '../../api/schema/row';
import type { Call, Handler, Reply } from '../call';
import { environmentFor } from '../environments/environments';
import { nameIn } from '../records';
import { failedPrecondition, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { agentResponse, toAgentInteraction } from './agents';
import { type InteractionResponse, respond, requireModel } from './answer';
import { checkOrder, checkStepSignatures, inputSteps, turnsOf } from './contents';
import { eventsOf } from './events';
import { followed } from './read';
import { requestOf } from './request';
import type { InteractionRequest, Head, Run, Step } from './run';
import {
  QUEUE_TIME,
  type StoredInteraction,
  conversationTo,
  findInteraction,
  interactionSettings,
  requireInteraction,
  responseSourceOf,
  statusOf,
  storeInteraction,
  toInteractionResource,
} from './store';

/** Runs a model or agent: returns the full response, streams events, or runs in the background. */
export const createInteraction: Handler = (call, world) => {
  const given = call.body as InteractionRequest;
  const asked = toAgentInteraction(world, given);
  const steps = inputSteps(asked.input);
  checkRequest(asked, steps);
  const previous = previousOf(world, asked);
  const before = previous ? conversationTo(world, previous) : [];
  const input = steps.slice(repeatedSteps(steps, before));
  const environment = environmentOf(world, asked, previous);
  const answer =
    asked.agent === undefined
      ? modelAnswer(call, world, input, before, previous)
      : agentResponseOf(call, world, asked, [...before, ...input], environment ?? '');
  const isLater = asked.background === true;
  const { accident } = answer;
  const isError = accident?.accident.kind === 'error';
  const isStreamed = asked.stream === true;
  if (accident && (!accident.midway || (isError && !isStreamed && !isLater))) {
    return { steps: [], accident: accident.accident };
  }
  const head = headOf(world, given, environment);
  const run = isError ? failedRun(head, answer) : answer.run;
  const now = world.time.now();
  const rate = interactionSettings(world).tokensPerSecond;
  const kept: StoredInteraction = {
    head,
    run,
    input,
    asked: given.input === undefined ? given : { ...given, input: '' },
    createdAt: now,
    ...(isLater && { pace: [{ at: now + QUEUE_TIME, step: 0, rate }] }),
  };
  if (asked.store !== false) storeInteraction(world, kept);
  if (isLater) {
    const name = nameIn('', 'interactions', head.id);
    return isStreamed ? followed(world, name, 0) : whole(world, kept, answer, 0);
  }
  return isStreamed
    ? streamed(kept, answer)
    : whole(world, kept, answer, run.usage.total_output_tokens);
};

/** Returns the previous interaction. Throws 404 if unknown, 400 if it is running. */
function previousOf(
  world: HandlerContext,
  { previous_interaction_id: id = '' }: InteractionRequest,
): StoredInteraction | undefined {
  if (id === '') return undefined;
  const previous = requireInteraction(world, nameIn('', 'interactions', id));
  const status = statusOf(world, previous);
  if (status !== 'in_progress') return previous;
  throw failedPrecondition(`The interaction ${id} is ${status}: it can't be continued yet.`);
}

/**
 * Returns the number of repeated input steps. Google's Agent Development Kit sends function results with
 * their calls and thoughts, although the previous interaction already has them.
 */
function repeatedSteps(input: readonly Step[], before: readonly Step[]): number {
  const calls = new Set(before.flatMap((step) => (step.type === 'function_call' ? [step.id] : [])));
  return 1 + input.findLastIndex((step) => step.type === 'function_call' && calls.has(step.id));
}

function modelAnswer(
  call: Call,
  world: HandlerContext,
  input: readonly Step[],
  before: readonly Step[],
  previous: StoredInteraction | undefined,
): InteractionResponse {
  const asked = call.body as InteractionRequest;
  const token = asked.continuation_token;
  const isNext = token !== undefined && previous !== undefined && input.length === 0;
  if (isNext && previous.run.continuationToken !== token) {
    throw new StatusError(400, 'The continuation token is invalid.');
  }
  const conversation = isNext ? responseSourceOf(world, previous) : [...before, ...input];
  checkOrder(conversation);
  const { model, strictSignatures } = requireModel(call, world, asked.model ?? '');
  checkStepSignatures(conversation, strictSignatures === true && model.thinking === true);
  const initial = isNext ? previous.run.usage.initial_input_tokens : undefined;
  return respond(call, world, asked, conversation, { token, initial });
}

/** Model that returns mock responses for agents. */
const AGENT_MOCK_MODEL = 'emulator-flash';

function agentResponseOf(
  call: Call,
  world: HandlerContext,
  asked: InteractionRequest,
  conversation: readonly Step[],
  environment: string,
): InteractionResponse {
  const own = agentResponse(world, asked, conversation, environment);
  if (!call.script) return own;
  const { model, ...rest } = requireModel(call, world, AGENT_MOCK_MODEL);
  const seed = { ...rest, model: { ...model, name: asked.agent ?? '' } };
  const answer = respond(call, world, asked, conversation, { seed });
  return answer.isScripted ? answer : own;
}

function environmentOf(
  world: HandlerContext,
  asked: InteractionRequest,
  previous: StoredInteraction | undefined,
): string | undefined {
  if (asked.environment !== undefined) return environmentFor(world, asked.environment);
  if (asked.agent?.startsWith('antigravity-') !== true) return undefined;
  return environmentFor(world, previous?.head.environment_id ?? 'remote');
}

function headOf(
  world: HandlerContext,
  asked: InteractionRequest,
  environment: string | undefined,
): Head {
  const { model, agent, service_tier: tier = 'standard' } = asked;
  return {
    id: `v1_${Buffer.from(world.ids.random(24)).toString('base64url')}`,
    object: 'interaction',
    created: world.time.stamp(),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { agent }),
    service_tier: tier,
    ...(asked.previous_interaction_id !== undefined && {
      previous_interaction_id: asked.previous_interaction_id,
    }),
    ...(environment !== undefined && { environment_id: environment }),
  };
}

function failedRun(head: Head, { run, accident }: InteractionResponse): Run {
  const all = eventsOf(head, run);
  const sent = all.slice(0, endBefore(accident, all.length)).map(({ event }) => event);
  const { steps = [] } = accumulateInteraction(sent);
  const error = accident?.accident.kind === 'error' ? accident.accident.error : undefined;
  const { word: code = 'api_error', message = '' } = error ?? {};
  // Preserve the chunks and delays of the mock for the output before the failure.
  const cuts = run.cuts && { cuts: run.cuts };
  return { ...cuts, steps, status: 'failed', usage: run.usage, error: { code, message } };
}

function endBefore(accident: InteractionResponse['accident'], events: number): number {
  return accident?.isLast ? events - 1 : Math.ceil(events / 2);
}

function streamed(kept: StoredInteraction, { accident, speed }: InteractionResponse): Reply {
  const { head, run } = kept;
  const all = eventsOf(head, run);
  const isCut = accident !== undefined && accident.accident.kind !== 'error';
  const sent = isCut ? all.slice(0, endBefore(accident, all.length)) : all;
  return {
    form: 'events',
    steps: sent.map(({ event, ...time }) => ({ message: event, ...time })),
    ...(isCut && { accident: accident.accident }),
    speed,
  };
}

function whole(
  world: HandlerContext,
  kept: StoredInteraction,
  { accident, speed }: InteractionResponse,
  tokens = 0,
): Reply {
  if (accident && !kept.pace) return { steps: [], accident: accident.accident };
  const message = toInteractionResource(world, kept) as JsonObject;
  const waits = (kept.run.cuts ?? []).reduce((sum, { after = 0 }) => sum + after, 0);
  const wait = waits > 0 && !kept.pace ? { after: waits } : {};
  return { steps: [{ message, tokens, ...wait }], speed };
}

const LABEL_NAME = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const LABEL_VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
/** Models of this generation don't support remote MCP servers. */
const WITHOUT_MCP = /^(models\/)?gemini-3\b/;

/**
 * Throws 400 for invalid combinations. Most error messages aren't published.
 * @param asked resolved to the base agent, which determines whether it must run in the background
 */
function checkRequest(asked: InteractionRequest, input: readonly Step[]): void {
  const { store = true, background = false, labels = {} } = asked;
  if (asked.agent?.startsWith('deep-research-') === true && !background) {
    refuse('background=true is required for agent interactions.');
  }
  if (background && !store) refuse('background=true requires store=true.');
  if (asked.webhook_config && !background) refuse('webhook_config requires background=true.');
  for (const [name, value] of Object.entries(labels)) {
    if (!LABEL_NAME.test(name) || !LABEL_VALUE.test(value)) {
      refuse(
        `Invalid label '${name}': names and values have at most 63 lower case letters, digits, _ and -, ` +
          'and a name begins with a letter.',
      );
    }
  }
  if (input.length === 0 && asked.continuation_token === undefined) refuse('input is required.');
  if (asked.agent !== undefined && asked.continuation_token !== undefined) {
    refuse('continuation_token is not supported for agent interactions.');
  }
  const usesServers = (asked.tools ?? []).some(({ type }) => type === 'mcp_server');
  if (usesServers && WITHOUT_MCP.test(asked.model ?? '')) {
    refuse(`The tool mcp_server is not supported for ${asked.model ?? ''}.`);
  }
}

function refuse(message: string): never {
  throw new StatusError(400, message);
}

/**
 * Returns the interaction as `generateContent` request for the full conversation, and its model or
 * agent.
 */
export function equivalentRequest(
  call: Call,
  world: HandlerContext,
): { readonly model: string; readonly request: JsonObject } {
  const asked = toAgentInteraction(world, call.body);
  const { previous_interaction_id: id = '', model = asked.agent ?? '' } = asked;
  const previous = id === '' ? undefined : findInteraction(world, nameIn('', 'interactions', id));
  const before = previous ? conversationTo(world, previous) : [];
  const request = requestOf(asked, turnsOf([...before, ...inputSteps(asked.input)]));
  return { model, request };
}
