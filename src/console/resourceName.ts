import type { PlainRequest } from '../api/request';

/** The resource, or the collection, that a request is about: `/v1/tunedModels/a:generateText` → `tunedModels/a`. */
export function resourceNameOf({ path, version }: Pick<PlainRequest, 'path' | 'version'>): string {
  const name = path.replace(/^\/upload(?=\/)/, '').slice(`/${version}/`.length);
  const [verbless = ''] = name.split(':', 1);
  // A colon within a name is sent as %3A.
  try {
    return decodeURIComponent(verbless);
  } catch {
    // From the traffic of another client: shown as it is.
    return verbless;
  }
}
