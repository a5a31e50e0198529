import { credentialNeed } from '../api/credentialNeed';
import type { PlainRequest } from '../api/request';
import { EMULATOR_ID, type Connection } from './connection';

/** Where a request goes, and as whom. */
export type CodeTarget = Pick<Connection, 'id' | 'endpoint' | 'auth' | 'project'>;

/** Variables of the environment that code takes its credential from. */
export type CredentialVariable = 'GEMINI_API_KEY' | 'ACCESS_TOKEN';

/** A header of a request as code writes it: its value, then that of the variable. */
export interface CodeHeader {
  readonly name: string;
  readonly value: string;
  readonly variable?: CredentialVariable;
}

/** The headers that sign a request in code that somebody else runs. They name a variable, never a credential. */
export function credentialHeaders(
  request: Pick<PlainRequest, 'operation' | 'body'>,
  { id, auth, project }: CodeTarget,
): readonly CodeHeader[] {
  const { accepts } = credentialNeed(request);
  if (accepts === 'none' || auth === 'none') return [];
  // As the request itself is signed: the emulator takes a key only for what the documents say.
  const isKeyEnough = id === EMULATOR_ID ? accepts === 'apiKey' : accepts !== 'oauth';
  if (auth === 'apiKey' && isKeyEnough) {
    return [{ name: 'x-goog-api-key', value: '', variable: 'GEMINI_API_KEY' }];
  }
  const bearer = { name: 'Authorization', value: 'Bearer ', variable: 'ACCESS_TOKEN' } as const;
  const isNamed = project !== undefined && project !== '';
  return isNamed ? [bearer, { name: 'x-goog-user-project', value: project }] : [bearer];
}
