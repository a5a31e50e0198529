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

const SESSION = {
  verb: 'GET',
  versions: NEW_ALPHA,
  status: SDK_IN_V1,
  transport: 'websocket',
  effect: 'read',
  retry: 'never',
  credential: 'apiKey',
  scopes: ANY_SCOPE,
} as const;

export const liveOperations = {
  'live.bidiGenerateContent': {
    ...SESSION,
    path: 'GenerativeService.BidiGenerateContent',
    summary: 'Talk with a model over a connection',
    cost: 'tokens',
    body: 'BidiGenerateContentClientMessage',
    response: 'BidiGenerateContentServerMessage',
    rpc: 'GenerativeService/BidiGenerateContent',
  },
  'live.bidiGenerateContentConstrained': {
    ...SESSION,
    path: 'GenerativeService.BidiGenerateContentConstrained',
    summary: 'Talk with a model over a connection that a token opens',
    cost: 'tokens',
    body: 'BidiGenerateContentClientMessage',
    response: 'BidiGenerateContentServerMessage',
    rpc: 'GenerativeService/BidiGenerateContentConstrained',
  },
  'live.bidiGenerateMusic': {
    ...SESSION,
    path: 'GenerativeService.BidiGenerateMusic',
    summary: 'Have music made over a connection, and change it while it plays',
    cost: 'media',
    body: 'BidiGenerateMusicClientMessage',
    response: 'BidiGenerateMusicServerMessage',
    rpc: 'GenerativeService/BidiGenerateMusic',
  },
} as const satisfies { readonly [id: string]: OperationRow };
