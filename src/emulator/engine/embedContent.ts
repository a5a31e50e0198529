import type { Message } from '../../api/schema/infer';
import { maxItems } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { type Call, type Handler, type HandlerRows, singleReply } from '../call';
import { digest } from '../digest';
import { embed, EMBEDDING_SIZE } from '../embedder';
import type { ModelSeed } from '../models';
import { refuseProblems } from '../status';
import type { HandlerContext } from '../handlerContext';
import { countPrompt } from './responseMetadata';

export const embedContent: Handler = (call, world) => {
  const space = spaceOf(modelOf(call, world));
  const request = call.body as EmbedContentRequest;
  refuseProblems(embedProblems('EmbedContentRequest', request, space));
  const embedding = { values: contentVector(request, space) };
  return singleReply({ embedding, usageMetadata: usageOf([request]) });
};

const batchEmbedContents: Handler = (call, world) => {
  const model = modelOf(call, world);
  const space = spaceOf(model);
  const { requests = [] } = call.body as Message<'BatchEmbedContentsRequest'>;
  const at = 'BatchEmbedContentsRequest.requests';
  refuseProblems(batchProblems(at, requests, model));
  refuseProblems(
    requests.flatMap((request, index) => embedProblems(`${at}[${index}]`, request, space)),
  );
  const vectors = requests.map((request) => ({ values: contentVector(request, space) }));
  return singleReply({ embeddings: vectors, usageMetadata: usageOf(requests) });
};

const embedText: Handler = (call, world) => {
  modelOf(call, world);
  const { text = '' } = call.body as Message<'EmbedTextRequest'>;
  return singleReply({ embedding: { value: vectorOf(text) } });
};

const batchEmbedText: Handler = (call, world) => {
  const model = modelOf(call, world);
  const { texts = [], requests = [] } = call.body as Message<'BatchEmbedTextRequest'>;
  const at = 'BatchEmbedTextRequest';
  // Not published; the documentation says "one of the two".
  if (texts.length > 0 === requests.length > 0) {
    refuseProblems([`* ${at}: exactly one of texts and requests must be set`]);
  }
  if (texts.length > MAX_TEXTS) refuseProblems([`* ${at}.texts: at most ${MAX_TEXTS} texts`]);
  refuseProblems(batchProblems(`${at}.requests`, requests, model));
  const all = texts.length > 0 ? texts : requests.map(({ text = '' }) => text);
  return singleReply({ embeddings: all.map((text) => ({ value: vectorOf(text) })) });
};

/** Throws 404 for an unknown model, 400 if the model can't embed. */
function modelOf(call: Call, world: HandlerContext): ModelSeed {
  return world.models.require(call.path.model ?? '', call.version, call.row);
}

interface Space {
  readonly least: number;
  readonly whole: number;
  readonly isScaled: boolean;
  readonly takesMedia?: boolean | undefined;
}

function spaceOf({ packed }: ModelSeed): Space {
  const [least = 1, whole = EMBEDDING_SIZE] = packed?.dimensions ?? [];
  return { least, whole, isScaled: packed?.unscaled !== true, takesMedia: packed?.multimodal };
}

type EmbedContentRequest = Message<'EmbedContentRequest'>;

function configOf({
  embedContentConfig,
  taskType,
  title,
  outputDimensionality,
}: EmbedContentRequest): Message<'EmbedContentConfig'> {
  return {
    ...(taskType !== undefined && { taskType }),
    ...(title !== undefined && { title }),
    ...(outputDimensionality !== undefined && { outputDimensionality }),
    ...embedContentConfig,
  };
}

function usageOf(requests: readonly EmbedContentRequest[]): JsonObject {
  const contents = requests.flatMap(({ content }) => content ?? []);
  const { total, details } = countPrompt({ contents });
  return { promptTokenCount: total, promptTokenDetails: details };
}

const MAX_TEXTS = maxItems('BatchEmbedTextRequest', 'texts');

const OWN_SPACE: Space = { least: 1, whole: EMBEDDING_SIZE, isScaled: true };

/**
 * Returns a vector with float precision. Ignores the task type, so that questions and documents
 * share the same space.
 */
function vectorOf(text: string, space = OWN_SPACE, size = space.whole): readonly number[] {
  const { whole, isScaled } = space;
  const vector = isScaled ? embed(text, size) : embed(text, whole).slice(0, size);
  return Array.from(vector, (value) => Number(value.toPrecision(8)));
}

/**
 * Returns the vector of a valid request, with a document title as the first line. Media get a vector from
 * their hash: equal bytes have equal vectors, and other vectors aren't close.
 */
function contentVector(request: EmbedContentRequest, space: Space): readonly number[] {
  const parts = request.content?.parts ?? [];
  const { title = '', outputDimensionality } = configOf(request);
  const texts = [title, ...parts.map((part) => part.text ?? digest(part))];
  const text = texts.filter((one) => one !== '').join('\n');
  return vectorOf(text, space, outputDimensionality);
}

/**
 * Returns the problems of an embedding request as bullets. Only the message for the batch limit is
 * published.
 * @param at field path, such as `EmbedContentRequest`.
 */
function embedProblems(
  at: string,
  request: EmbedContentRequest,
  { least, whole, takesMedia }: Space,
): readonly string[] {
  const problems = (request.content?.parts ?? []).flatMap((part, index) =>
    part.text === undefined && takesMedia !== true
      ? [`* ${at}.content.parts[${index}]: only text can be embedded`]
      : [],
  );
  const { title = '', taskType, outputDimensionality: size = whole } = configOf(request);
  const inner = request.embedContentConfig ? `${at}.embed_content_config` : at;
  if (title !== '' && taskType !== 'RETRIEVAL_DOCUMENT') {
    problems.push(`* ${inner}.title: can only be set with task type RETRIEVAL_DOCUMENT`);
  }
  if (size < least || size > whole) {
    const range = `must be from ${least} to ${whole}`;
    problems.push(`* ${inner}.output_dimensionality: ${range}`);
  }
  return problems;
}

/**
 * Returns the problems of a batch as a whole.
 * @param at field path, such as `BatchEmbedContentsRequest.requests`.
 * @param model of the call; all requests must name the same.
 */
function batchProblems(
  at: string,
  requests: readonly { readonly model?: string }[],
  { model: { name } }: ModelSeed,
): readonly string[] {
  if (requests.length > MAX_TEXTS) {
    return [`* ${at}: at most ${MAX_TEXTS} requests can be in one batch`];
  }
  return requests.flatMap((request, index) =>
    request.model === name ? [] : [`* ${at}[${index}].model: must be ${name} as in the call`],
  );
}

export const embeddingHandlers = {
  'models.embedContent': embedContent,
  'models.batchEmbedContents': batchEmbedContents,
  'models.embedText': embedText,
  'models.batchEmbedText': batchEmbedText,
} as const satisfies HandlerRows;
