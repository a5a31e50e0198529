import { OAuthError } from './oauthError';

/** The parameters of an OAuth request by name; one that was sent empty counts as absent. */
export type Parameters = ReadonlyMap<string, string>;

/** Throws `invalid_request` where a parameter comes twice (RFC 6749 section 3.1). */
export function readParameters(sent: URLSearchParams): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of sent) {
    if (parameters.has(name)) {
      throw new OAuthError('invalid_request', 'OAuth 2 parameters can only have a single value.');
    }
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** Throws `invalid_request` where it is missing. */
export function needed(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', `Missing required parameter: ${name}`);
}
