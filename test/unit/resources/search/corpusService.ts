import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { Answer, FakeCall } from '../../../fakes/client';
import { MINE } from '../../../fakes/room';

const at = { connection: MINE.id, version: 'v1beta' } as const;

export const NOTES: ResourceRef = { ...at, kind: 'corpus', name: 'corpora/notes' };
export const SPRING: ResourceRef = {
  ...at,
  kind: 'document',
  name: 'corpora/notes/documents/spring',
};
export const DOCUMENTS: ResourceRef = {
  ...at,
  kind: 'document',
  name: 'corpora/notes',
  collection: true,
};
export const CHUNKS: ResourceRef = { ...at, kind: 'chunk', name: SPRING.name, collection: true };

export const spring = {
  name: SPRING.name,
  displayName: 'Spring migration',
  customMetadata: [
    { key: 'author', stringValue: 'Ida' },
    { key: 'year', numericValue: 2022 },
  ],
};

export function chunk(id: string, text: string, page = 12): JsonObject {
  const list = { values: ['geese', 'departure'] };
  return {
    name: `${SPRING.name}/chunks/${id}`,
    data: { stringValue: text },
    customMetadata: [
      { key: 'page', numericValue: page },
      { key: 'tags', stringListValue: list },
    ],
    state: 'STATE_ACTIVE',
  };
}

export const geese = chunk('geese', 'The brent geese left on 18 May.');

/** A service with a corpus, a document and a chunk; queries and questions are answered with what is given. */
export function corpusService(answers: {
  readonly query?: (call: FakeCall) => unknown;
  readonly answer?: (call: FakeCall) => unknown;
  readonly models?: unknown;
}): Answer {
  return (call) => {
    switch (call.id) {
      case 'corpora.list':
        return { corpora: [{ name: NOTES.name, displayName: 'Field notes' }] };
      case 'corpora.documents.get':
        return spring;
      case 'corpora.documents.list':
        return { documents: [spring] };
      case 'corpora.documents.chunks.list':
        return { chunks: [geese] };
      case 'models.list':
        return answers.models ?? { models: [] };
      case 'corpora.query':
      case 'corpora.documents.query':
        return answers.query?.(call) ?? {};
      case 'models.generateAnswer':
        return answers.answer?.(call) ?? {};
      default:
        throw new Error(`Nobody should ask for ${call.id}.`);
    }
  };
}

/** What a call sent. */
export function bodyOf(call: FakeCall | undefined): JsonObject {
  return call?.input.body as JsonObject;
}
