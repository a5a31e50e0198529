import type { ResourceRef } from '../../../src/catalog/ref';
import type { Answer } from '../../fakes/client';

export const models: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'model',
  name: '',
  collection: true,
};

/** A service with numbered models, which pages as the real one does. */
export function numberedModels(count: number): Answer {
  return ({ id, input }) => {
    const all = Array.from({ length: count }, (_, index) => ({
      name: `models/m${index}`,
      version: '1',
    }));
    if (id === 'models.get') return all.find(({ name }) => name === input.name) ?? {};
    const from = Number(input.pageToken ?? 0);
    const to = from + Number(input.pageSize);
    return {
      models: all.slice(from, to),
      ...(to < count ? { nextPageToken: String(to) } : {}),
    };
  };
}

/** A promise with its ends in a test's hands. */
export function deferred<T>() {
  return Promise.withResolvers<T>();
}
