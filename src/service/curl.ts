import { credentialNeed } from '../api/credentialNeed';
import { redactJson, type Redactor } from '../api/redact';
import { isStream, type Media, type PlainRequest, requestRow, targetOf } from '../api/request';
import type { JsonObject } from '../api/schema/row';
import { placeholderFor, redactSecrets } from '../api/schema/secrets';
import { visibleJson } from '../base/json';
import { type Connection, EMULATOR_ID } from './connection';

interface CurlCommand {
  readonly text: string;
  readonly variable?: CredentialVariable;
  /** Values that the user must replace, such as `YOUR_AUTHORIZATION`. */
  readonly placeholders: readonly string[];
}

interface ShareableBody {
  readonly body?: JsonObject;
  /** Replacements of secret fields, without duplicates. */
  readonly placeholders: readonly string[];
}

/** Removes secrets from a body: by value and pattern with `clean`, by field with the tables. */
export function shareableBody(
  request: Pick<PlainRequest, 'operation' | 'body'>,
  clean: Redactor,
): ShareableBody {
  const { body: message } = requestRow(request);
  const placeholders = new Set<string>();
  const body = request.body && redactJson(request.body, clean);
  if (!body || message === undefined) return { ...(body && { body }), placeholders: [] };
  const plain = redactSecrets(body, message, (name) => {
    const placeholder = placeholderFor(name);
    placeholders.add(placeholder);
    return placeholder;
  });
  return { body: plain, placeholders: [...placeholders] };
}

interface CurlOptions {
  /** Formatted body without secrets; undefined for a single line. */
  readonly json?: string;
  readonly isPiped?: boolean;
}

interface CurlBody {
  readonly source?: string;
  readonly options: readonly string[];
}

const CONTINUED = ' \\\n  ';
// In characters; Linux limits an argument to 128 KiB of UTF-8.
const MAX_ARGUMENT_LENGTH = 32 * 1024;

/**
 * Returns a curl command for POSIX shells. The credential is a shell variable; `clean` removes other secrets.
 */
export function curlCommand(
  request: PlainRequest,
  target: CodeTarget,
  clean: Redactor,
  how: CurlOptions = {},
): CurlCommand {
  const { method } = request;
  const shared = how.json === undefined ? shareableBody(request, clean) : undefined;
  const body = bodyOf(request, clean, { ...how, json: how.json ?? JSON.stringify(shared?.body) });
  const headers = credentialHeaders(request, target);
  const options = [
    ...(isStream(request) ? ['-N'] : []),
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    shellWord(clean(`${target.endpoint}${targetOf(request)}`)),
    ...headers.map(({ name, value, variable }) =>
      variable ? `-H "${name}: ${value}$${variable}"` : `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...body.options,
  ];
  const text = `${body.source ? `${body.source} |\n` : ''}curl ${options.join(CONTINUED)}\n`;
  const variable = headers.find((header) => header.variable)?.variable;
  return { text, placeholders: shared?.placeholders ?? [], ...(variable && { variable }) };
}

function bodyOf(
  { body, media }: PlainRequest,
  clean: Redactor,
  how: CurlOptions & { readonly json: string },
): CurlBody {
  if (body === undefined) return { options: [] };
  const json = visibleJson(how.json);
  if (media) return uploadOf(json, media, clean);
  const type = "-H 'content-type: application/json'";
  // Data written by a shell built-in has no limit.
  return how.isPiped || json.length > MAX_ARGUMENT_LENGTH
    ? { source: `printf %s ${shellWord(json)}`, options: [type, '--data-binary @-'] }
    : { options: [type, `--data-binary ${shellWord(json)}`] };
}

const PART_HEAD =
  '%s\\r\\nContent-Type: application/json; charset=utf-8\\r\\n\\r\\n%s\\r\\n' +
  '%s\\r\\nContent-Type: %s\\r\\n\\r\\n';
const PART_TAIL = '\\r\\n%s\\r\\n';

/** Pipes the multipart body, as shells can't express its CRLF line ends in a word. */
function uploadOf(json: string, { contentType, data }: Media, clean: Redactor): CurlBody {
  const text = textOf(data, clean);
  const boundary = boundaryFor(`${json}${contentType}${text ?? ''}`);
  const begin = `--${boundary}`;
  const end = `${begin}--`;
  const words = [begin, json, begin, contentType].map(shellWord).join(' ');
  const source =
    text === undefined
      ? `{ printf '${PART_HEAD}' ${words}; printf %s ${base64Of(cleanBytes(data, clean))} | base64 -d; ` +
        `printf '${PART_TAIL}' ${end}; }`
      : `printf '${PART_HEAD}%s${PART_TAIL}' ${words} ${shellWord(text)} ${end}`;
  return {
    source,
    options: [
      `-H 'content-type: multipart/related; boundary=${boundary}'`,
      "-H 'x-goog-upload-protocol: multipart'",
      '--data-binary @-',
    ],
  };
}

/** Returns data as text that is safe in a shell word and terminal, or undefined. */
function textOf(data: Uint8Array, clean: Redactor): string | undefined {
  const text = decoded(data);
  return text === undefined || isTyped(text) ? undefined : clean(text);
}

/** Base64 data may be text with secrets too. */
function cleanBytes(data: Uint8Array, clean: Redactor): Uint8Array {
  const text = decoded(data);
  return text === undefined ? data : Buffer.from(clean(text));
}

function decoded(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}

function base64Of(data: Uint8Array): string {
  return shellWord(Buffer.from(data).toString('base64'));
}

function boundaryFor(content: string): string {
  let boundary = 'part';
  for (let count = 1; content.includes(`--${boundary}`); count += 1) boundary = `part${count}`;
  return boundary;
}

// Characters that terminals treat as keys even when quoted (Ctrl+C, Tab, end of paste), and formatting
// characters that change how the line looks.
const TYPED = /[\p{Cf}\u2028\u2029\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu;

/** Whether a text has characters that act as keys in a terminal or change its look. */
function isTyped(text: string): boolean {
  return text.search(TYPED) >= 0;
}

/**
 * Quotes a text as one POSIX shell word. Replaces terminal control characters with U+FFFD,
 * as no portable notation exists; callers should pass such text differently.
 */
function shellWord(text: string): string {
  const safe = text.replace(TYPED, '\ufffd');
  return /^[\w./:=@%+-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

export type CodeTarget = Pick<Connection, 'id' | 'endpoint' | 'auth' | 'project'>;

type CredentialVariable = 'GEMINI_API_KEY' | 'ACCESS_TOKEN';

export interface CodeHeader {
  readonly name: string;
  readonly value: string;
  readonly variable?: CredentialVariable;
}

/** Returns authentication headers for generated code, with a variable name instead of the credential. */
export function credentialHeaders(
  request: Pick<PlainRequest, 'operation' | 'body'>,
  { id, auth, project }: CodeTarget,
): readonly CodeHeader[] {
  const { accepts } = credentialNeed(request);
  if (accepts === 'none' || auth === 'none') return [];
  // Same choice as the actual request: the emulator accepts a key only where documented.
  const isKeyEnough = id === EMULATOR_ID ? accepts === 'apiKey' : accepts !== 'oauth';
  if (auth === 'apiKey' && isKeyEnough) {
    return [{ name: 'x-goog-api-key', value: '', variable: 'GEMINI_API_KEY' }];
  }
  const bearer = { name: 'Authorization', value: 'Bearer ', variable: 'ACCESS_TOKEN' } as const;
  const isNamed = project !== undefined && project !== '';
  return isNamed ? [bearer, { name: 'x-goog-user-project', value: project }] : [bearer];
}
