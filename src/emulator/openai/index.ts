import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { items, textAt } from '../../base/json';
import { type Reply, singleReply } from '../call';
import { toChunks, toCompletion } from './chatAnswer';
import { toGenerateRequest, invalid } from './chatRequest';

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
      ...{ model, content: { parts: [{ text: String(text) }] } },
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
