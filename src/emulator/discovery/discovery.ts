import { looksLikeSecret } from '../../api/secretShapes';
import { VERSIONS } from '../../api/versions';
import { REAL_REFUSED } from '../http/realCredentials';
import { single, type Reply } from '../reply';
import { StatusError } from '../status';
import { discoveryDocument } from './document';

/** What the paths of discovery begin with. */
export const DISCOVERY_PATH = '/$discovery/';

/**
 * Answers a request for a discovery document. It needs no credential; without a version it is the first of
 * the table. Throws 404 for another format or version, in the words of the service.
 * @param origin where the request was sent.
 */
export function discover(
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
  origin: string,
): Reply {
  if (looksLikeSecret(query.get('key') ?? '')) throw new StatusError(400, REAL_REFUSED);
  const format = path.slice(DISCOVERY_PATH.length);
  const wanted = query.get('version') ?? VERSIONS[0];
  const version = VERSIONS.find((known) => known === wanted);
  if (format === 'rest' && version !== undefined) return single(discoveryDocument(version, origin));
  const service = 'generativelanguage.googleapis.com';
  throw new StatusError(
    404,
    `Discovery document not found for API service: ${service} format: ${format} version: ${wanted}`,
  );
}
