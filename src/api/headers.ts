import { credentialProblem } from './headerValue';
import { TransportError } from './errors/transportError';
import type { BodyHeaders } from './requestBody';
import type { Credential } from './transport';

// Names the extension and nothing of the machine it runs on.
const USER_AGENT = 'generative-language-vscode';

/**
 * The headers of a request. Throws `TransportError` (`badCredential`), before anything is sent, when a
 * credential can't stand in a header.
 */
export function requestHeaders(
  credential: Credential,
  body: BodyHeaders | undefined,
): Record<string, string> {
  return {
    ...credentialHeaders(credential),
    accept: '*/*',
    'accept-encoding': 'gzip',
    'user-agent': USER_AGENT,
    ...body,
  };
}

/** What must not appear in an error, a log or an event. */
export function secretsOf(credential: Credential): readonly string[] {
  if (credential.kind === 'apiKey') return [credential.key];
  return credential.kind === 'bearer' ? [credential.token] : [];
}

function credentialHeaders(credential: Credential): { readonly [name: string]: string } {
  if (credential.kind === 'none') return {};
  if (credential.kind === 'apiKey') {
    return { 'x-goog-api-key': checked(credential.key, 'The API key') };
  }
  const { project } = credential;
  return {
    authorization: `Bearer ${checked(credential.token, 'The access token')}`,
    // With a bearer only: a key brings its own project.
    ...(project === undefined || project === ''
      ? {}
      : { 'x-goog-user-project': checked(project, 'The project') }),
  };
}

function checked(value: string, what: string): string {
  const problem = credentialProblem(value);
  if (problem === undefined) return value;
  throw new TransportError('badCredential', `${what} cannot be sent: ${problem}.`, {
    hint: 'Nothing was sent. Enter it again, copied whole and without anything around it.',
  });
}
