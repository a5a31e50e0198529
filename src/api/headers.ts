import { randomUUID } from 'node:crypto';
import { TransportError } from './errors';
import type { Media, PlainRequest } from './request';
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

/**
 * Why a text can't be sent as a credential in a header, or undefined when it can. A key with a line
 * break would add a header of its own; one with other characters was copied wrong.
 */
export function credentialProblem(value: string): string | undefined {
  if (/^[\u0021-\u007e]+$/.test(value)) return undefined;
  if (value === '') return 'it is empty';
  if (/[\r\n]/.test(value)) return 'it has a line break in it';
  if (/\s/.test(value)) return 'it has a space in it';
  return 'it has characters other than plain ASCII';
}

/** Headers that tell what a body is. */
export type BodyHeaders = Readonly<Record<string, string>>;

export interface RequestBody {
  readonly bytes: Buffer;
  readonly headers: BodyHeaders;
}

const JSON_HEADERS: BodyHeaders = { 'content-type': 'application/json' };

/** The bytes of a request's body: its JSON, with the media beside it where it uploads. */
export function requestBody({ body, media }: PlainRequest): RequestBody | undefined {
  if (body === undefined) return media && raw(media);
  const json = JSON.stringify(body);
  return media ? multipart(json, media) : { bytes: Buffer.from(json), headers: JSON_HEADERS };
}

/** An upload of which nothing is said but in its address: the bytes alone. */
function raw({ contentType, data }: Media): RequestBody {
  const headers = { 'content-type': contentType, 'x-goog-upload-protocol': 'raw' };
  return { bytes: Buffer.from(data), headers };
}

/** The service's multipart upload protocol: JSON first, then the bytes. */
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
