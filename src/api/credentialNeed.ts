import { operationRow, type OperationId } from './operations';
import type { OperationRow } from './operations/row';
import { CLOUD_PLATFORM, SCOPE_PREFIX } from './operations/scopes';
import type { PlainRequest } from './request';

/** What a request has to be signed with. */
export interface CredentialNeed {
  readonly operation: OperationId;
  /** The weakest credential that is taken, as in the operations table. */
  readonly accepts: OperationRow['credential'];
  /** Full names; a signed-in user needs one of them. */
  readonly scopes: readonly string[];
}

/** What a request needs, after its row and its body: a field of the body may ask for more. */
export function credentialNeed({
  operation,
  body,
}: Pick<PlainRequest, 'operation' | 'body'>): CredentialNeed {
  const { credential, oauthWith, scopes } = operationRow(operation);
  const needsUser = oauthWith !== undefined && body?.[oauthWith] !== undefined;
  return {
    operation,
    accepts: needsUser ? 'oauth' : credential,
    scopes: [...scopes.map((scope) => `${SCOPE_PREFIX}${scope}`), CLOUD_PLATFORM],
  };
}
