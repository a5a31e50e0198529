import { operationRow } from './operations';
import { CLOUD_PLATFORM, type OperationRow, SCOPE_PREFIX } from './operations/row';
import type { PlainRequest, RequestName } from './request';

export interface CredentialNeed {
  readonly operation: RequestName;
  readonly accepts: OperationRow['credential'] | 'none';
  /** Full OAuth scope names; a signed-in user needs at least one. */
  readonly scopes: readonly string[];
}

/**
 * Derives the requirement from the method's row and the body, because some body fields need a stronger credential.
 */
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
