import type { Message } from '../../api/schema/infer';
import {
  batchProblems,
  contentVector,
  embedProblems,
  MOST_TEXTS,
  vectorOf,
} from '../engine/embedding';
import { single, type Call, type Handler } from '../reply';
import { badFields } from '../status';
import type { World } from '../world';

/** The name of the call's model, which must be there and embed. */
function modelOf(call: Call, world: World): string {
  return world.models.require(call.path.model ?? '', call.version, call.row).model.name;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw badFields(problems);
}

export const embedContent: Handler = (call, world) => {
  modelOf(call, world);
  const request = call.body as Message<'EmbedContentRequest'>;
  refuse(embedProblems('EmbedContentRequest', request));
  return single({ embedding: { values: contentVector(request) } });
};

export const batchEmbedContents: Handler = (call, world) => {
  const model = modelOf(call, world);
  const { requests = [] } = call.body as Message<'BatchEmbedContentsRequest'>;
  const at = 'BatchEmbedContentsRequest.requests';
  refuse(batchProblems(at, requests, model));
  refuse(requests.flatMap((request, index) => embedProblems(`${at}[${index}]`, request)));
  return single({ embeddings: requests.map((request) => ({ values: contentVector(request) })) });
};

export const embedText: Handler = (call, world) => {
  modelOf(call, world);
  const { text = '' } = call.body as Message<'EmbedTextRequest'>;
  return single({ embedding: { value: vectorOf(text) } });
};

export const batchEmbedText: Handler = (call, world) => {
  const model = modelOf(call, world);
  const { texts = [], requests = [] } = call.body as Message<'BatchEmbedTextRequest'>;
  const at = 'BatchEmbedTextRequest';
  // Not published; the documents say "one of the two".
  if (texts.length > 0 === requests.length > 0) {
    refuse([`* ${at}: exactly one of texts and requests must be set`]);
  }
  if (texts.length > MOST_TEXTS) refuse([`* ${at}.texts: at most ${MOST_TEXTS} texts`]);
  refuse(batchProblems(`${at}.requests`, requests, model));
  const all = texts.length > 0 ? texts : requests.map(({ text = '' }) => text);
  return single({ embeddings: all.map((text) => ({ value: vectorOf(text) })) });
};
