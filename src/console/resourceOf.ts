import type { PlainRequest } from '../api/request';

/** The resource, or the collection, that a request is about: `/v1/tunedModels/a:generateText` → `tunedModels/a`. */
export function resourceOf({ path, version }: Pick<PlainRequest, 'path' | 'version'>): string {
  const name = path.replace(/^\/upload(?=\/)/, '').slice(`/${version}/`.length);
  const [verbless = ''] = name.split(':', 1);
  return decoded(verbless);
}

// A colon in a name is sent as %3A, so that it is none of a verb.
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Not made by us: as it is.
    return name;
  }
}
