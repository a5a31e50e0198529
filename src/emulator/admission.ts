import type { IncomingMessage } from 'node:http';
import { operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { type Edition, editionOf } from '../api/versions';
import { CONTROL_PATH } from './control';
import { DISCOVERY_PATH } from './discovery';
import { HEALTH_PATH, type Service } from './exchange';
import { parseTarget, type Target } from './http';
import type { Credentials } from './identity/identity';
import { findOpenAi, withKey } from './openai';
import { altOf } from './responseFormat';
import { isUploadPath, uploadRoute } from './upload/upload';
import { JWKS_PATH } from './webhooks';

/**
 * Throws `StatusError` for requests that may not create an emulator session: cross-site requests or requests
 * without valid credentials. The session checks later requests.
 * @param service of the main session
 * @param credentials of a session without sign-ins
 * @param request with its URL inside the session
 */
export function admitNewSession(
  service: Pick<Service, 'control' | 'guard' | 'identity' | 'profile' | 'router'>,
  credentials: Credentials,
  request: Parameters<Service['guard']['check']>[0],
): void {
  service.guard.check(request);
  const url = parseTarget(request.url ?? '');
  if (url.path.startsWith(CONTROL_PATH)) service.control.requireToken(request);
  else if (!isOpen(service, url)) {
    const isOpenAi = findOpenAi(request.method ?? '', url.path) !== undefined;
    const headers = isOpenAi ? withKey(request.headers) : request.headers;
    const { row, version } = askedFor(service, request, url);
    credentials.check(headers, url.query, row, version);
  }
}

/** Whether a path needs no authentication. An upload URL is itself a credential. */
function isOpen({ identity }: Pick<Service, 'identity'>, { path, query }: Target): boolean {
  return (
    path === HEALTH_PATH ||
    path === JWKS_PATH ||
    path.startsWith(DISCOVERY_PATH) ||
    identity.serves(path) ||
    (isUploadPath(path) && query.has('upload_id'))
  );
}

/** Returns the API method for the error message. Default: the most common one. */
function askedFor(
  { router, profile }: Pick<Service, 'profile' | 'router'>,
  { method = '' }: Pick<IncomingMessage, 'method'>,
  { path, query }: Target,
): { readonly row: OperationRow; readonly version: Edition } {
  return (
    (isUploadPath(path)
      ? uploadRoute(path, profile)
      : router.find(method, path, altOf(query) === 'media')) ?? {
      row: operationRow('models.generateContent'),
      version: editionOf('v1beta', profile),
    }
  );
}
