import type { Message } from '../../api/schema/infer';
import type { ResponseFault, Call, Reply, Speed } from '../call';
import { digest } from '../digest';
import { generate, passagesFor, parseScript, tokensFromCache } from '../engine';
import { requireActiveFile } from '../files';
import { modelNotFound, type ModelSeed } from '../models';
import { StatusError } from '../status';
import { countTokens, takeTokens, topic, words } from '../text';
import {
  findResponseFault,
  triggerArgument,
  type Trigger,
  triggersIn,
  withoutTriggers,
} from '../triggers';
import type { HandlerContext } from '../handlerContext';
import { addressesIn, lastText, turnsOf } from './contents';
import { withMedia } from './media';
import { endOf, usageOf } from './outcome';
import { requestOf } from './request';
import { type InteractionRequest, type CutPiece, isText, type Run, type Step } from './run';
import { tokensIn, mergeSteps, stepsFrom } from './steps';

/** The result of an interaction, and its fault if a trigger word requests one. */
export interface InteractionResponse {
  readonly run: Run;
  readonly speed?: Speed | undefined;
  readonly accident?:
    | {
        readonly midway: boolean;
        readonly accident: ResponseFault;
        readonly isLast?: boolean;
      }
    | undefined;
  readonly isScripted?: boolean;
}

const METHOD = 'generateContent';

/** Returns the model of an interaction. Throws 404 if unknown or for other purposes. */
export function requireModel(call: Call, world: HandlerContext, id: string): ModelSeed {
  const name = id.startsWith('models/') ? id : `models/${id}`;
  const found = world.models.find(name, call.version);
  const isServed = found?.model.supportedGenerationMethods.includes(METHOD) === true;
  if (found && isServed) return found;
  const { message } = modelNotFound(name, call.version, 'interactions');
  throw new StatusError(404, message, { word: 'model_not_found' });
}

/**
 * Returns the response of a model, equal to `generateContent` for the conversation. Throws like the engine.
 * @param token continuation token of the previous hop
 * @param initial input tokens of the first hop
 * @param seed another model to respond with
 */
export function respond(
  call: Call,
  world: HandlerContext,
  asked: InteractionRequest,
  conversation: readonly Step[],
  {
    token,
    initial,
    seed = requireModel(call, world, asked.model ?? ''),
  }: {
    readonly token?: string | undefined;
    readonly initial?: number | undefined;
    readonly seed?: ModelSeed;
  } = {},
): InteractionResponse {
  for (const address of addressesIn(conversation)) requireActiveFile(call, world, address);
  const request = requestOf(asked, turnsOf(omitContinuationWord(conversation)));
  const text = lastText(conversation);
  const reply = generate(request, seed, {
    // Model features don't depend on the version of the Interactions API.
    version: 'v1beta',
    purpose: 'interaction',
    cached: tokensFromCache(request, seed, world),
    passages: passagesFor(request, world),
    ...parseScript(call, world),
    isWhole: true,
  });
  // Trigger words add nothing to mock responses.
  const isScripted = reply.isScripted === true;
  const triggers = isScripted ? [] : triggersIn(text);
  const messages = reply.steps.map(({ message }) => message);
  const first = messages[0] as Message<'GenerateContentResponse'> | undefined;
  const answered = { id: first?.responseId ?? '', ...mergeSteps(messages) };
  const thinks = seed.model.thinking === true || triggerArgument(triggers, 'think') !== undefined;
  const shows =
    isScripted ||
    asked.generation_config?.thinking_summaries === 'auto' ||
    triggerArgument(triggers, 'think') !== undefined;
  const made = stepsFrom(answered, thinks, shows);
  const steps = isScripted
    ? made
    : withTools(withMedia(world, call.origin, asked, conversation, made), asked, text, triggers);
  const size = sliceSize(asked.model ?? '', steps, triggerArgument(triggers, 'continuation'));
  const hop = continuationSlice(steps, tokensIn(messages), size, token);
  const usage = usageOf(hop.counted, hop.steps, initial);
  const calls = hop.steps.some(({ type }) => type === 'function_call');
  const end = endOf(first ?? {}, answered.candidate, triggers, calls);
  const cuts = isScripted ? { cuts: sliceCuts(reply) } : {};
  const run: Run =
    hop.token === undefined
      ? { ...end, ...cuts, steps: [...hop.steps, ...end.steps], usage }
      : { steps: hop.steps, usage, status: 'requires_continuation', continuationToken: hop.token };
  const accident = reply.accident
    ? { midway: messages.length > 0, accident: reply.accident, isLast: true }
    : findResponseFault(triggers, seed.model.name);
  return { run, speed: reply.speed, accident, isScripted };
}

function sliceCuts({ steps }: Reply): readonly CutPiece[] {
  return steps.map(({ message, after }) => {
    const [candidate] = (message as Message<'GenerateContentResponse'>).candidates ?? [];
    const [part] = candidate?.content?.parts ?? [];
    return {
      ...(part?.text === undefined ? {} : { text: part.text }),
      ...(part?.functionCall?.id === undefined ? {} : { call: part.functionCall.id }),
      ...(after === undefined ? {} : { after }),
    };
  });
}

function withTools(
  made: readonly Step[],
  asked: InteractionRequest,
  text: string,
  triggers: readonly Trigger[],
): readonly Step[] {
  const servers = (asked.tools ?? []).flatMap((tool) => (tool.type === 'mcp_server' ? [tool] : []));
  if (servers.length === 0 || made.some(({ type }) => type === 'function_call')) return made;
  const at = made.findIndex(({ type }) => type === 'model_output');
  const added = mcpSteps(servers, withoutTriggers(text), triggers);
  return at < 0 ? [...made, ...added] : [...made.slice(0, at), ...added, ...made.slice(at)];
}

const CONTINUATION_WORD = /\[\[continuation(?::[^\]\n]*)?\]\]/g;

function omitContinuationWord(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => {
    if (step.type !== 'user_input') return step;
    const content = (step.content ?? []).map((one) =>
      'text' in one ? { ...one, text: (one.text ?? '').replace(CONTINUATION_WORD, '') } : one,
    );
    return { ...step, content };
  });
}

type UsageMetadata = Message<'GenerateContentResponse.UsageMetadata'>;

/** Prefix of models with responses longer than one call returns. */
const LONG = 'gemini-4-';
const SLICE_TOKENS = 65_536;

interface ContinuationSlice {
  readonly steps: readonly Step[];
  readonly counted: UsageMetadata;
  readonly token?: string;
}

/**
 * Returns the output tokens per call. Undefined without a limit.
 * @param parts number of calls from `[[continuation:3]]`.
 */
function sliceSize(
  modelId: string,
  steps: readonly Step[],
  parts: string | undefined,
): number | undefined {
  if (parts === undefined) return modelId.startsWith(LONG) ? SLICE_TOKENS : undefined;
  const wanted = Math.max(2, Math.trunc(Number(parts)) || 0);
  return Math.ceil(countTokens(textOf(steps)) / wanted);
}

/**
 * Returns the output of one call: a slice of the text, with the leading steps in the first. Throws
 * 400 for an invalid token.
 */
function continuationSlice(
  steps: readonly Step[],
  counted: UsageMetadata,
  size: number | undefined,
  token: string | undefined,
): ContinuationSlice {
  const text = textOf(steps);
  const from = token === undefined ? 0 : placeIn(token, text);
  if (size === undefined && from === 0) return { steps, counted };
  const before = takeTokens(text, from).text;
  const piece = takeTokens(text.slice(before.length), size ?? Infinity);
  const isLast = before.length + piece.text.length >= text.length;
  if (from === 0 && isLast) return { steps, counted };
  const said: Step = { type: 'model_output', content: [{ type: 'text', text: piece.text }] };
  const first = from === 0 ? steps.filter(({ type }) => type !== 'model_output') : [];
  return {
    steps: [...first, said],
    counted: {
      ...counted,
      ...(from > 0 && { thoughtsTokenCount: 0, toolUsePromptTokenCount: 0 }),
      candidatesTokenCount: piece.tokens,
      candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: piece.tokens }],
    },
    ...(!isLast && { token: tokenAt(from + piece.tokens, text) }),
  };
}

function textOf(steps: readonly Step[]): string {
  return steps
    .flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []))
    .flatMap((one) => (isText(one) ? (one.text ?? '') : []))
    .join('');
}

function tokenAt(place: number, text: string): string {
  return Buffer.from(`${place} ${digest(text).slice(0, 16)}`).toString('base64url');
}

function placeIn(token: string, text: string): number {
  const [place = '', mark] = Buffer.from(token, 'base64url').toString().split(' ');
  const at = Number(place);
  if (mark === digest(text).slice(0, 16) && Number.isInteger(at) && at > 0) return at;
  throw new StatusError(400, 'The continuation token is invalid.');
}

type Server = Message<'interactions.MCPServer'>;

/** Simulated tools of every MCP server. No server is contacted. */
const TOOLS = ['lookup', 'list_items', 'current_time'] as const;

/**
 * Returns MCP tool calls and results if a message names the server or tool, or has `[[mcp]]` or
 * `[[mcp:tool]]`.
 */
function mcpSteps(
  servers: readonly Server[],
  question: string,
  triggers: readonly Trigger[],
): readonly Step[] {
  const said = new Set(words(question).map((word) => word.toLowerCase()));
  const asked = triggerArgument(triggers, 'mcp');
  return servers.flatMap(({ name: server = '', url = '', allowed_tools: lists = [] }) => {
    const allowed = lists.flatMap(({ tools = [] }) => tools);
    const usable = allowed.length > 0 ? allowed : TOOLS;
    const hinted = usable.find((tool) => tool.split('_').some((word) => said.has(word)));
    const named = asked === undefined || asked === '' ? undefined : asked;
    const isNamed = asked !== undefined || said.has(server.toLowerCase());
    const tool = named ?? hinted ?? (isNamed ? usable[0] : undefined);
    if (tool === undefined) return [];
    const id = `mcp-${digest([server, tool, question]).slice(0, 8)}`;
    const query = topic(question).join(' ');
    return [
      {
        type: 'mcp_server_tool_call',
        id,
        name: tool,
        server_name: server,
        arguments: { query },
      },
      {
        type: 'mcp_server_tool_result',
        call_id: id,
        name: tool,
        server_name: server,
        result: { emulated: true, server: url, tool, found: query },
      },
    ] satisfies Step[];
  });
}
