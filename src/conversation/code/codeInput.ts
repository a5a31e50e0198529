import {
  type CodeHeader,
  type CodeTarget,
  credentialHeaders,
  shareableBody,
} from '../../service/curl';
import type { Redactor } from '../../api/redact';
import { isStream, type PlainRequest, targetOf } from '../../api/request';
import type { JsonObject } from '../../api/schema/row';
import { items, visibleJson } from '../../base/json';
import { BATCH_SIZE, type ModeCall } from '../model/modes';
import { callOf } from '../request/modeCall';
import { EVENT_NOTES, hasEvents } from './streamReading';

/** Base64 of more characters is read from a file by the code, instead of standing in it. */
const LONGEST_DATA = 32 * 1024;

/** What is attached in a request, and is read from a file beside the code. */
export interface CodeFile {
  /** Stands in the body instead of its content, and is no other text there; a name that any language takes. */
  readonly token: string;
  readonly name: string;
  readonly mimeType: string;
}

/** A request as code is made of it; without any secret. */
export interface CodeInput {
  readonly request: PlainRequest;
  readonly target: CodeTarget;
  readonly clean: Redactor;
  readonly url: string;
  /** Those that sign it. */
  readonly headers: readonly CodeHeader[];
  readonly isStream: boolean;
  /** The list in the body that is sent in pieces, for the service takes only so many of its items at once. */
  readonly batch?: ModeCall['batch'];
  readonly files: readonly CodeFile[];
  /** What its user has to replace, such as `YOUR_AUTHORIZATION`. */
  readonly placeholders: readonly string[];
}

/** A request for a language to write; whatever looks like a secret is taken out by `clean`. */
export function codeInput(request: PlainRequest, target: CodeTarget, clean: Redactor): CodeInput {
  const { body: whole, files } = withoutLongData(request.body);
  const { body, placeholders } = shareableBody(
    { ...request, ...(whole && { body: whole }) },
    clean,
  );
  const { operation } = request;
  const batch = operation === 'discovery' ? undefined : callOf(operation)?.batch;
  return {
    request: { ...request, ...(body && { body }) },
    target,
    clean,
    url: clean(`${target.endpoint}${targetOf(request)}`),
    headers: credentialHeaders(request, target),
    isStream: isStream(request),
    files,
    placeholders,
    ...(batch && items(body?.[batch]).length > BATCH_SIZE && { batch }),
  };
}

/** The body with `indent` spaces, and nothing in it that reads otherwise than it is. */
export function bodyText({ request }: CodeInput, indent: number): string {
  return visibleJson(JSON.stringify(request.body ?? {}, null, indent));
}

function withoutLongData(body: JsonObject | undefined): {
  readonly body: JsonObject | undefined;
  readonly files: readonly CodeFile[];
} {
  const files: CodeFile[] = [];
  const isLong = (value: unknown): value is string =>
    typeof value === 'string' && value.length > LONGEST_DATA;
  const texts = JSON.stringify(body, (_key, value: unknown) => (isLong(value) ? '' : value));
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    const { data, ...others } = value as { readonly [name: string]: unknown };
    const mimeType = others.mimeType ?? others.mime_type;
    if (!isLong(data) || typeof mimeType !== 'string') {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, without(item)]));
    }
    const number = files.length + 1;
    let token = `attachment${number}`;
    while (texts.includes(`"${token}"`)) token += '_';
    const ending = /^[\w.+-]+\/(?:x-)?([a-z0-9]{1,10})/.exec(mimeType)?.[1] ?? 'bin';
    const name = `attachment-${number}.${ending}`;
    files.push({ token, name, mimeType: mimeType.replace(/[^\w.+/-]/g, '') });
    return { ...value, data: token };
  };
  return { body: without(body) as JsonObject | undefined, files };
}

/** The first lines of code: what it runs with, and what it needs. */
export function heading(mark: string, input: CodeInput, runsWith: string): string {
  const { request, headers, files, placeholders } = input;
  const variable = headers.find((header) => header.variable)?.variable;
  const needs = {
    GEMINI_API_KEY: 'Takes the API key from the variable GEMINI_API_KEY.',
    ACCESS_TOKEN: 'Takes an access token from the variable ACCESS_TOKEN.',
  };
  return [
    `Runs with ${runsWith}.`,
    ...(variable ? [needs[variable]] : []),
    ...(placeholders.length > 0 ? [`Replace ${placeholders.join(', ')}.`] : []),
    ...(hasEvents(request) ? EVENT_NOTES : []),
    ...files.map(({ name, mimeType }) => `Needs the attachment (${mimeType}) as ${name}.`),
  ]
    .map((line) => `${mark} ${line}\n`)
    .join('');
}
