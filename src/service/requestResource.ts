import type { PlainRequest } from '../api/request';
import { percentDecoded } from '../base/percentDecoding';

/** The resource, or the collection, that a request is about: `/v1/tunedModels/a:generateText` → `tunedModels/a`. */
export function resourceNameOf({ path, version }: Pick<PlainRequest, 'path' | 'version'>): string {
  const name = path.replace(/^\/upload(?=\/)/, '').slice(`/${version}/`.length);
  const [verbless = ''] = name.split(':', 1);
  // A colon within a name is sent as %3A. One with a broken escape is from the traffic of another client.
  return percentDecoded(verbless);
}
