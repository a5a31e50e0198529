import { randomUUID } from 'node:crypto';
import { TransportError } from './errors';
import type { Media, PlainRequest } from './request';
import type { Credential } from './transport';

// Names only the extension, for privacy.
const USER_AGENT = 'generative-language-vscode';

/** Builds request headers. Throws `TransportError` (`badCredential`) if a credential isn't a valid header value. */
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

/** Returns the credential values that must never appear in errors, logs, or events. */
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
    // Bearer tokens only: an API key implies its project.
    ...(project === undefined || project === ''
      ? {}
      : { 'x-goog-user-project': checked(project, 'The project') }),
  };
}

function checked(value: string, what: string): string {
  const problem = credentialProblem(value);
  if (problem === undefined) return value;
  throw new TransportError('badCredential', `${what} can’t be sent because ${problem}.`, {
    hint: 'Nothing was sent. Enter the complete value again, without extra characters.',
  });
}

/**
 * Returns why a credential isn't a valid header value, to prevent header injection and catch copy errors. Undefined
 * if valid.
 */
export function credentialProblem(value: string): string | undefined {
  if (/^[\u0021-\u007e]+$/.test(value)) return undefined;
  if (value === '') return 'it is empty';
  if (/[\r\n]/.test(value)) return 'it contains a line break';
  if (/\s/.test(value)) return 'it contains a space';
  return 'it contains characters that aren’t printable ASCII';
}

export type BodyHeaders = Readonly<Record<string, string>>;

export interface RequestBody {
  readonly bytes: Buffer;
  readonly headers: BodyHeaders;
}

const JSON_HEADERS: BodyHeaders = { 'content-type': 'application/json' };

export function requestBody({ body, media }: PlainRequest): RequestBody | undefined {
  if (body === undefined) return media && raw(media);
  const json = JSON.stringify(body);
  return media ? multipart(json, media) : { bytes: Buffer.from(json), headers: JSON_HEADERS };
}

function raw({ contentType, data }: Media): RequestBody {
  const headers = { 'content-type': contentType, 'x-goog-upload-protocol': 'raw' };
  return { bytes: Buffer.from(data), headers };
}

/** Google's multipart upload: JSON part, then bytes. */
function multipart(json: string, { contentType, data }: Media): RequestBody {
  const boundary = randomUUID();
  const head =
    `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${json}\r\n` +
    `--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: {
      'content-type': `multipart/related; boundary=${boundary}`,
      'x-goog-upload-protocol': 'multipart',
    },
  };
}
