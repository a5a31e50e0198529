import { credentialNeed } from '../api/credentialNeed';
import { redactJson, type Redactor } from '../api/redact';
import { isStream, type Media, type PlainRequest, requestRow, targetOf } from '../api/request';
import type { JsonObject } from '../api/schema/row';
import { placeholderFor, withoutSecrets } from '../api/schema/secrets';
import { visibleJson } from '../base/json';
import { type Connection, EMULATOR_ID } from './connection';

interface CurlCommand {
  readonly text: string;
  /** The variable that has the credential. */
  readonly variable?: CredentialVariable;
  /** What its user has to replace, such as `YOUR_AUTHORIZATION`. */
  readonly placeholders: readonly string[];
}

/** A body that can leave the window as text. */
export interface ShareableBody {
  readonly body?: JsonObject;
  /** Stand in place of its secret fields, each once. */
  readonly placeholders: readonly string[];
}

/** The body of a request without secrets: `clean` knows them by value and shape, the tables by their fields. */
export function shareableBody(
  request: Pick<PlainRequest, 'operation' | 'body'>,
  clean: Redactor,
): ShareableBody {
  const { body: message } = requestRow(request);
  const placeholders = new Set<string>();
  const body = request.body && redactJson(request.body, clean);
  if (!body || message === undefined) return { ...(body && { body }), placeholders: [] };
  const plain = withoutSecrets(body, message, (name) => {
    const placeholder = placeholderFor(name);
    placeholders.add(placeholder);
    return placeholder;
  });
  return { body: plain, placeholders: [...placeholders] };
}

interface CurlOptions {
  /** The body as it is written, free of secrets; absent for one in one line. */
  readonly json?: string;
  /** The body comes from a command before it, however short it is. */
  readonly isPiped?: boolean;
}

interface CurlBody {
  /** The command that writes the body, where it is not among the options. */
  readonly source?: string;
  readonly options: readonly string[];
}

const CONTINUED = ' \\\n  ';
// Characters; Linux takes 128 KiB as one argument, in UTF-8.
const LONGEST_WORD = 32 * 1024;

/**
 * A request as a command line for a POSIX shell. The credential is a variable of the shell; whatever else looks
 * like a secret is taken out by `clean`.
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
  // What a shell writes itself has no limit.
  return how.isPiped || json.length > LONGEST_WORD
    ? { source: `printf %s ${shellWord(json)}`, options: [type, '--data-binary @-'] }
    : { options: [type, `--data-binary ${shellWord(json)}`] };
}

const PART_HEAD =
  '%s\\r\\nContent-Type: application/json; charset=utf-8\\r\\n\\r\\n%s\\r\\n' +
  '%s\\r\\nContent-Type: %s\\r\\n\\r\\n';
const PART_TAIL = '\\r\\n%s\\r\\n';

/** The multipart body comes from a command before it: a shell has no other way to write line ends as it needs. */
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

/** Bytes that a shell can carry as a word, and a terminal can be pasted into; undefined for others. */
function textOf(data: Uint8Array, clean: Redactor): string | undefined {
  const text = decoded(data);
  return text === undefined || isTyped(text) ? undefined : clean(text);
}

/** Also what goes as base64 may be a text with a secret in it. */
function cleanBytes(data: Uint8Array, clean: Redactor): Uint8Array {
  const text = decoded(data);
  return text === undefined ? data : Buffer.from(clean(text));
}

function decoded(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    // No UTF-8: an image, for example.
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

// A terminal takes these for keys, whatever quotes stand around them: Ctrl+C, Tab, or what ends a pasted text. The
// marks change how the line looks that somebody reads before it is run.
const TYPED = /[\p{Cf}\u2028\u2029\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu;

/** Whether a text has characters in it that a terminal takes for keys, or that change how it looks. */
function isTyped(text: string): boolean {
  return text.search(TYPED) >= 0;
}

/**
 * A text as one word of a POSIX shell, with nothing in it that the shell or its terminal would read. What a terminal
 * takes for a key becomes U+FFFD: a shell has no way to write it that all know, so callers give such a text otherwise.
 */
function shellWord(text: string): string {
  const safe = text.replace(TYPED, '\ufffd');
  return /^[\w./:=@%+-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** Where a request goes, and as whom. */
export type CodeTarget = Pick<Connection, 'id' | 'endpoint' | 'auth' | 'project'>;

/** Variables of the environment that code takes its credential from. */
type CredentialVariable = 'GEMINI_API_KEY' | 'ACCESS_TOKEN';

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
