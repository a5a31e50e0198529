import type { Message } from '../../api/schema/infer';
import type { Accident, Call, Reply, Speed } from '../call';
import { digest } from '../digest';
import { generate, passagesFor, scriptOf, tokensFromCache } from '../engine';
import { requireActiveFile } from '../files';
import { modelNotFound, type ModelSeed } from '../models';
import { StatusError } from '../status';
import { countTokens, takeTokens, topic, words } from '../text';
import { accidentIn, argumentOf, type Trigger, triggersIn, withoutTriggers } from '../triggers';
import type { World } from '../world';
import { addressesIn, lastText, turnsOf } from './contents';
import { withMedia } from './media';
import { endOf } from './outcome';
import { requestOf } from './request';
import { type Asked, type CutPiece, isText, type Run, type Step } from './run';
import { countedIn, joined, stepsFrom } from './steps';
import { usageOf } from './usage';

/** What comes of an interaction, and how it goes wrong on the way, if a message asks for that. */
export interface Answer {
  readonly run: Run;
  readonly speed?: Speed | undefined;
  readonly accident?:
    | {
        readonly midway: boolean;
        readonly accident: Accident;
        /** Whether all that is said comes before it, and not half of it. */
        readonly isLast?: boolean;
      }
    | undefined;
  /** Whether a rule has said it. */
  readonly isScripted?: boolean;
}

/** Methods of a model that the service serves as interactions too. */
const METHOD = 'generateContent';

/** The model of an interaction. Throws 404 where the version has none of that name, or it is for something else. */
export function requireModel(call: Call, world: World, id: string): ModelSeed {
  const name = id.startsWith('models/') ? id : `models/${id}`;
  const found = world.models.find(name, call.version);
  const isServed = found?.model.supportedGenerationMethods.includes(METHOD) === true;
  if (found && isServed) return found;
  const { message } = modelNotFound(name, call.version, 'interactions');
  throw new StatusError(404, message, { word: 'model_not_found' });
}

/**
 * What a model answers to a conversation. The engine says what it would say to the same conversation in
 * `generateContent`. Throws what the engine refuses.
 * @param token where the last call stopped.
 * @param initial tokens of the first hop's input, where this is a later one.
 * @param seed who answers, where not the model that is asked.
 */
export function answerOf(
  call: Call,
  world: World,
  asked: Asked,
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
): Answer {
  for (const address of addressesIn(conversation)) requireActiveFile(call, world, address);
  const request = requestOf(asked, turnsOf(withoutHops(conversation)));
  const text = lastText(conversation);
  const reply = generate(request, seed, {
    // What a model of today can do does not depend on the version here.
    version: 'v1beta',
    purpose: 'interaction',
    cached: tokensFromCache(request, seed, world),
    passages: passagesFor(request, world),
    ...scriptOf(call, world),
    isWhole: true,
  });
  // What a rule says has nothing besides.
  const isScripted = reply.isScripted === true;
  const triggers = isScripted ? [] : triggersIn(text);
  const messages = reply.steps.map(({ message }) => message);
  const first = messages[0] as Message<'GenerateContentResponse'> | undefined;
  const answered = { id: first?.responseId ?? '', ...joined(messages) };
  const thinks = seed.model.thinking === true || argumentOf(triggers, 'think') !== undefined;
  const shows =
    isScripted ||
    asked.generation_config?.thinking_summaries === 'auto' ||
    argumentOf(triggers, 'think') !== undefined;
  const made = stepsFrom(answered, thinks, shows);
  const steps = isScripted
    ? made
    : withTools(withMedia(world, call.origin, asked, conversation, made), asked, text, triggers);
  const size = hopSize(asked.model ?? '', steps, argumentOf(triggers, 'continuation'));
  const hop = hopOf(steps, countedIn(messages), size, token);
  const usage = usageOf(hop.counted, hop.steps, initial);
  const calls = hop.steps.some(({ type }) => type === 'function_call');
  const end = endOf(first ?? {}, answered.candidate, triggers, calls);
  const cuts = isScripted ? { cuts: cutsOf(reply) } : {};
  const run: Run =
    hop.token === undefined
      ? { ...end, ...cuts, steps: [...hop.steps, ...end.steps], usage }
      : { steps: hop.steps, usage, status: 'requires_continuation', continuationToken: hop.token };
  const accident = reply.accident
    ? { midway: messages.length > 0, accident: reply.accident, isLast: true }
    : accidentIn(triggers, seed.model.name);
  return { run, speed: reply.speed, accident, isScripted };
}

/** How a rule cuts what it says, and when. */
function cutsOf({ steps }: Reply): readonly CutPiece[] {
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

/** Calls of tools that the engine knows nothing of stand before what is said. */
function withTools(
  made: readonly Step[],
  asked: Asked,
  text: string,
  triggers: readonly Trigger[],
): readonly Step[] {
  const servers = (asked.tools ?? []).flatMap((tool) => (tool.type === 'mcp_server' ? [tool] : []));
  if (servers.length === 0 || made.some(({ type }) => type === 'function_call')) return made;
  const at = made.findIndex(({ type }) => type === 'model_output');
  const added = mcpSteps(servers, withoutTriggers(text), triggers);
  return at < 0 ? [...made, ...added] : [...made.slice(0, at), ...added, ...made.slice(at)];
}

const HOPS = /\[\[continuation(?::[^\]\n]*)?\]\]/g;

/** The engine has a way of its own to stop in the middle, which hops take the place of. */
function withoutHops(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => {
    if (step.type !== 'user_input') return step;
    const content = (step.content ?? []).map((one) =>
      'text' in one ? { ...one, text: (one.text ?? '').replace(HOPS, '') } : one,
    );
    return { ...step, content };
  });
}

type Counted = Message<'GenerateContentResponse.UsageMetadata'>;

/** How the names of models begin whose answers are longer than one call gives. */
const LONG = 'gemini-4-';
/** What one call gives then. */
const HOP_TOKENS = 65_536;

/** An answer of one call, of which the next one may give the rest. */
interface Hop {
  readonly steps: readonly Step[];
  readonly counted: Counted;
  /** With which the next call goes on; undefined at the end. */
  readonly token?: string;
}

/** How many tokens one call gives of an answer; undefined where it gives all. @param parts as `[[continuation:3]]` asks. */
function hopSize(
  modelId: string,
  steps: readonly Step[],
  parts: string | undefined,
): number | undefined {
  if (parts === undefined) return modelId.startsWith(LONG) ? HOP_TOKENS : undefined;
  const wanted = Math.max(2, Math.trunc(Number(parts)) || 0);
  return Math.ceil(countTokens(textOf(steps)) / wanted);
}

/**
 * What one call gives of an answer: the first has what comes before the text, each a stretch of the text.
 * Throws 400 for a token that is not of this answer.
 */
function hopOf(
  steps: readonly Step[],
  counted: Counted,
  size: number | undefined,
  token: string | undefined,
): Hop {
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

/** What every server is said to have. No server is ever reached. */
const TOOLS = ['lookup', 'list_items', 'current_time'] as const;

/**
 * Calls of tools of MCP servers with their results, where a message names a server or has a word of a tool's name, or
 * with `[[mcp]]`, which may name the tool.
 */
function mcpSteps(
  servers: readonly Server[],
  question: string,
  triggers: readonly Trigger[],
): readonly Step[] {
  const said = new Set(words(question).map((word) => word.toLowerCase()));
  const asked = argumentOf(triggers, 'mcp');
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
