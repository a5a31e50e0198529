import type { PlainRequest } from '../api/request';
import { decodePercent } from '../base/percentDecoding';

/** Returns the resource or collection of a request: `/v1/tunedModels/a:generateText` → `tunedModels/a`. */
export function resourceNameOf({ path, version }: Pick<PlainRequest, 'path' | 'version'>): string {
  const name = path.replace(/^\/upload(?=\/)/, '').slice(`/${version}/`.length);
  const [verbless = ''] = name.split(':', 1);
  // A colon in a name is sent as %3A. Other clients may send invalid escapes.
  return decodePercent(verbless);
}
