import { operationRow } from './operations';
import { CLOUD_PLATFORM, type OperationRow, SCOPE_PREFIX } from './operations/row';
import type { PlainRequest, RequestName } from './request';

/** What a request has to be signed with. */
export interface CredentialNeed {
  readonly operation: RequestName;
  /** The weakest credential that is taken, as in the operations table; `none` where none is needed. */
  readonly accepts: OperationRow['credential'] | 'none';
  /** Full names; a signed-in user needs one of them. */
  readonly scopes: readonly string[];
}

/** What a request needs, after its row and its body: a field of the body may ask for more. */
export function credentialNeed({
  operation,
  body,
}: Pick<PlainRequest, 'operation' | 'body'>): CredentialNeed {
  if (operation === 'discovery') return { operation, accepts: 'none', scopes: [] };
  const { credential, oauthWith, scopes, foreignScope } = operationRow(operation);
  const needsUser = oauthWith !== undefined && body?.[oauthWith] !== undefined;
  return {
    operation,
    accepts: needsUser ? 'oauth' : credential,
    scopes: [
      ...scopes.map((scope) => `${SCOPE_PREFIX}${scope}`),
      ...(foreignScope === undefined ? [] : [foreignScope]),
      CLOUD_PLATFORM,
    ],
  };
}
