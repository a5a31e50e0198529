import { SDK_IN_V1 } from '../status';
import { NEW_ALPHA } from '../versions';
import { ANY_SCOPE, type OperationRow } from './row';

/** Ephemeral tokens, so that web pages can open Live API sessions without an API key. */
export const authTokenOperations = {
  'auth_tokens.create': {
    verb: 'POST',
    path: 'auth_tokens',
    versions: NEW_ALPHA,
    status: SDK_IN_V1,
    summary: 'Create a token for live sessions',
    body: 'AuthToken',
    response: 'AuthToken',
    effect: 'write',
    retry: 'never',
    answersSecret: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'AuthTokenService/CreateToken',
  },
} as const satisfies { readonly [id: string]: OperationRow };
