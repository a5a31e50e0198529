import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { items, textAt } from '../../base/json';
import { type Reply, singleReply, type Step } from '../call';
import { invalid, toGenerateRequest } from './chatRequest';

/** An OpenAI request mapped to an API method, and the conversion of its response. */
interface OpenAiCall {
  readonly operation: OperationId;
  readonly path: { readonly [name: string]: string };
  readonly pageSize?: number;
  readonly body: JsonObject;
  readonly show: (reply: Reply) => Reply;
}

/** Maps a request. @param now in ms since 1970. */
export type ReadOpenAi = (body: JsonObject, now: number) => OpenAiCall;

const PREFIX = '/v1beta/openai/';

const calls: { readonly [route: string]: ReadOpenAi } = {
  'POST chat/completions': (body, now) => {
    const { model, stream, stream_options: options } = body;
    const told = {
      model: textAt(body, 'model'),
      created: Math.floor(now / 1000),
      hasUsage: (options as JsonObject | undefined)?.include_usage === true,
    };
    const streams = stream === true;
    return {
      operation: streams ? 'models.streamGenerateContent' : 'models.generateContent',
      path: { model: modelName(model) },
      body: toGenerateRequest(body, now),
      show: (reply) => (streams ? toChunks(reply, told) : toCompletion(reply, told)),
    };
  },
  'POST embeddings': (body) => {
    const { input, dimensions, encoding_format: encoding } = body;
    const model = modelName(body.model);
    const texts = typeof input === 'string' ? [input] : items(input);
    const size = dimensions === undefined ? {} : { outputDimensionality: dimensions };
    const requests = texts.map((text) => ({
      model,
      content: { parts: [{ text: String(text) }] },
      ...size,
    }));
    return {
      operation: 'models.batchEmbedContents',
      path: { model },
      body: { requests },
      show: (reply) => shownEmbeddings(reply, textAt(body, 'model'), encoding === 'base64'),
    };
  },
  'GET models': () => ({
    operation: 'models.list',
    path: {},
    pageSize: 1000,
    body: {},
    show: (reply) =>
      changed(reply, ({ models = [] }: Message<'ListModelsResponse'>) => ({
        object: 'list',
        data: models.map(shownModel),
      })),
  }),
};

const ONE_MODEL = /^GET models\/(?:models\/)?([\w.-]+)$/;

export function findOpenAi(method: string, path: string): ReadOpenAi | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const route = `${method} ${path.slice(PREFIX.length)}`;
  const [, id] = ONE_MODEL.exec(route) ?? [];
  if (id !== undefined) {
    return () => ({
      operation: 'models.get',
      path: { name: `models/${id}` },
      body: {},
      show: (reply) => changed(reply, shownModel),
    });
  }
  return Object.hasOwn(calls, route) ? calls[route] : undefined;
}

/** OpenAI clients send the API key as bearer token. */
export function withKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, ...others } = headers;
  const key = /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1]?.trim();
  return key === undefined ? headers : { ...others, 'x-goog-api-key': key };
}

function modelName(model: JsonValue | undefined): string {
  if (typeof model !== 'string' || model === '') throw invalid('model is required.');
  return model.startsWith('models/') ? model : `models/${model}`;
}

function shownModel({ name = '', displayName }: Message<'Model'>): JsonObject {
  const shown = displayName === undefined ? {} : { display_name: displayName };
  return { id: name, object: 'model', owned_by: 'google', ...shown };
}

function shownEmbeddings(reply: Reply, model: string, isBase64: boolean): Reply {
  return changed(reply, ({ embeddings = [] }: Message<'BatchEmbedContentsResponse'>) => ({
    object: 'list',
    data: embeddings.map(({ values = [] }, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64
        ? Buffer.from(Float32Array.from(values).buffer).toString('base64')
        : values,
    })),
    model,
  }));
}

function changed<T>(reply: Reply, show: (message: T) => JsonObject): Reply {
  const [step] = reply.steps;
  return step ? { ...reply, ...singleReply(show(step.message as T), step.tokens) } : reply;
}

type Response = Message<'GenerateContentResponse'>;
type Candidate = Message<'Candidate'>;
type Part = Message<'Part'>;
type Chosen = Message<'LogprobsResult.Candidate'>;

interface ChunkHeader {
  readonly model: string;
  /** In seconds since 1970. */
  readonly created: number;
  readonly hasUsage: boolean;
}

const FINISHES: { readonly [reason: string]: string } = { STOP: 'stop', MAX_TOKENS: 'length' };

function toChunks(reply: Reply, told: ChunkHeader): Reply {
  const called = new Map<number, number>();
  const steps = reply.steps.flatMap((step, at): Step[] => {
    const response = step.message as Response;
    const choices = candidatesIn(response).map((candidate) => {
      const index = candidate.index ?? 0;
      const before = called.get(index) ?? 0;
      const { message, calls } = messageOf(candidate, before);
      called.set(index, before + calls);
      const role = at === 0 ? { role: 'assistant' } : {};
      const logprobs = logprobsOf(candidate);
      return {
        index,
        delta: { ...role, ...message },
        finish_reason: finishOf(candidate, called),
        ...(logprobs && { logprobs }),
      };
    });
    const chunk = { ...headOf(response, told, 'chat.completion.chunk'), choices };
    const isLast = at === reply.steps.length - 1;
    const usage = { ...chunk, choices: [], usage: usageOf(response) };
    const last = isLast && told.hasUsage ? [{ message: usage, tokens: 0 }] : [];
    return [{ ...step, message: chunk }, ...last];
  });
  return { ...reply, steps, form: 'chat' };
}

function toCompletion(reply: Reply, told: ChunkHeader): Reply {
  const steps = reply.steps.map((step): Step => {
    const response = step.message as Response;
    const choices = candidatesIn(response).map((candidate) => {
      const { message, calls } = messageOf(candidate, 0);
      const index = candidate.index ?? 0;
      const finish = finishOf(candidate, new Map([[index, calls]]));
      return {
        index,
        message: { role: 'assistant', content: null, ...message },
        finish_reason: finish,
        logprobs: logprobsOf(candidate) ?? null,
      };
    });
    const usage = usageOf(response);
    return { ...step, message: { ...headOf(response, told, 'chat.completion'), choices, usage } };
  });
  return { ...reply, steps };
}

/** Chat completions have no prompt feedback: a blocked prompt becomes a blocked candidate. */
function candidatesIn({ candidates = [], promptFeedback }: Response): readonly Candidate[] {
  const isBlocked = promptFeedback?.blockReason !== undefined && candidates.length === 0;
  return isBlocked ? [{ finishReason: 'SAFETY' }] : candidates;
}

function headOf(
  { responseId = '' }: Response,
  { model, created }: ChunkHeader,
  object: string,
): JsonObject {
  return { id: `chatcmpl-${responseId}`, object, created, model };
}

function messageOf(
  candidate: Candidate,
  before: number,
): { readonly message: JsonObject; readonly calls: number } {
  const parts = candidate.content?.parts ?? [];
  const shown = parts.filter(({ text, thought }) => text !== undefined && thought !== true);
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
  const text = shown.map((part) => part.text).join('');
  return {
    message: {
      ...(shown.length > 0 ? { content: text } : {}),
      ...(calls.length > 0
        ? { tool_calls: calls.map((part, at) => callOf(part, before + at)) }
        : {}),
    },
    calls: calls.length,
  };
}

function logprobsOf({ logprobsResult }: Candidate): JsonObject | undefined {
  const { chosenCandidates = [], topCandidates = [] } = logprobsResult ?? {};
  if (chosenCandidates.length === 0) return undefined;
  const shown = ({ token = '', logProbability = 0 }: Chosen): JsonObject => ({
    token,
    logprob: logProbability,
    bytes: [...Buffer.from(token)],
  });
  const content = chosenCandidates.map((chosen, at) => ({
    ...shown(chosen),
    top_logprobs: (topCandidates[at]?.candidates ?? []).map(shown),
  }));
  return { content, refusal: null };
}

function callOf({ functionCall, thoughtSignature }: Part, index: number): JsonObject {
  const { id = '', name = '', args = {} } = functionCall ?? {};
  return {
    index,
    id: id === '' ? `call-${index}` : id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
    ...(thoughtSignature === undefined
      ? {}
      : { extra_content: { google: { thought_signature: thoughtSignature } } }),
  };
}

function finishOf(
  { finishReason, index = 0 }: Candidate,
  calls: ReadonlyMap<number, number>,
): string | null {
  if (finishReason === undefined) return null;
  if (finishReason === 'STOP' && (calls.get(index) ?? 0) > 0) return 'tool_calls';
  return FINISHES[finishReason] ?? 'content_filter';
}

function usageOf({ usageMetadata = {} }: Response): JsonObject {
  const {
    promptTokenCount = 0,
    candidatesTokenCount = 0,
    thoughtsTokenCount = 0,
    totalTokenCount = 0,
    cachedContentTokenCount = 0,
  } = usageMetadata;
  return {
    prompt_tokens: promptTokenCount,
    completion_tokens: candidatesTokenCount + thoughtsTokenCount,
    total_tokens: totalTokenCount,
    prompt_tokens_details: { cached_tokens: cachedContentTokenCount },
    completion_tokens_details: { reasoning_tokens: thoughtsTokenCount },
  };
}
