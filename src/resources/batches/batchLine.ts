import * as l10n from '@vscode/l10n';
import { type Parsed, parseRequest } from '../../api/schema/validate';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { isObject, textAt } from '../../base/json';

/** What the requests of a batch ask for: answers of a model, or vectors. */
export type BatchKind = 'generate' | 'embed';

/** The message of one request. */
export const REQUESTS = {
  generate: 'GenerateContentRequest',
  embed: 'EmbedContentRequest',
} as const satisfies { readonly [K in BatchKind]: string };

/** One request of a batch. */
export interface BatchLine {
  /** By which its answer is found again; no two requests of a batch have the same. */
  readonly key: string;
  readonly request: JsonObject;
}

/** A line before it is checked: its JSON, or why there is none. */
export type ReadLine =
  | { readonly line: number; readonly value: JsonValue }
  | { readonly line: number; readonly problem: string };

/** A line that can be sent, or what is wrong with it. */
type CheckedLine =
  | ({ readonly line: number; readonly problem?: undefined } & BatchLine)
  | { readonly line: number; readonly problem: string };

export interface CheckOptions {
  readonly kind: BatchKind;
  /** In which the requests are sent: fields that it lacks are problems. */
  readonly version: Version;
}

// Keys that are remembered to find the same one twice; beyond them the service finds it.
const MOST_KEYS = 1_000_000;

/** Checks the lines of a batch one by one, in their order. */
export class LineChecker {
  readonly #options: CheckOptions;
  /** Lines by their keys. */
  readonly #keys = new Map<string, number>();

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  check(read: ReadLine): CheckedLine {
    const { line } = read;
    if ('problem' in read) return read;
    const { value } = read;
    const problem = this.#problemOf(line, value);
    if (problem !== undefined) return { line, problem };
    const { key, request } = value as { readonly key: string; readonly request: JsonObject };
    return { line, key, request };
  }

  #problemOf(line: number, value: JsonValue): string | undefined {
    const { kind } = this.#options;
    if (!isObject(value)) return l10n.t('The line is not a JSON object.');
    if (!isObject(value.request)) {
      return l10n.t('“request” is missing. Each line must be {0}.', '{"key": "…", "request": {…}}');
    }
    const strange = Object.keys(value).find((name) => name !== 'key' && name !== 'request');
    if (strange !== undefined) {
      return l10n.t('Unknown property “{0}”. Each line has only “key” and “request”.', strange);
    }
    const { key } = value;
    if (typeof key !== 'string' || key.trim() === '') {
      return l10n.t('“key” must be a string that is unique in the file.');
    }
    const former = this.#keys.get(key);
    if (former !== undefined) return l10n.t('Line {0} has the same key “{1}”.', former, key);
    if (this.#keys.size < MOST_KEYS) this.#keys.set(key, line);
    const other = kindOf(value.request);
    if (other !== undefined && other !== kind) {
      return kind === 'generate'
        ? l10n.t('This is an embedding request, but the others generate content.')
        : l10n.t('This request generates content, but the others are embedding requests.');
    }
    return requestProblem(value.request, this.#options);
  }
}

/** What a request asks for, by its fields; undefined where they do not tell. */
export function kindOf(request: JsonObject): BatchKind | undefined {
  if (request.contents !== undefined) return 'generate';
  return request.content === undefined ? undefined : 'embed';
}

/** The first thing that the service would refuse in a request, in its own words. */
function requestProblem(request: JsonObject, { kind, version }: CheckOptions): string | undefined {
  const {
    violations,
    problems,
  }: Pick<Parsed<'Content'>, 'violations' | 'problems'> = parseRequest(
    REQUESTS[kind],
    version,
    request,
  );
  const [violation] = violations;
  if (violation) return violation.description;
  return problems[0]?.replace(/^\* /, '');
}

/** Bytes of the text of a token, about. */
const TOKEN = 4;
/** Tokens of a picture or of a page of a file, about (service documentation). */
const MEDIUM = 258;

/**
 * About how many tokens a request has: its texts by their bytes, and a fixed number for each medium, whatever its
 * length. An estimate, told as one: only the service counts.
 */
export function estimateTokens(request: JsonObject): number {
  let bytes = 0;
  let media = 0;
  const visit = (value: JsonValue | undefined, name: string): void => {
    if (typeof value === 'string') {
      if (name !== 'role' && name !== 'model') bytes += Buffer.byteLength(value);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) visit(item, name);
    } else if (isObject(value)) {
      for (const [field, inner] of Object.entries(value)) {
        if (MEDIA.has(field)) media += 1;
        else if (!SETTINGS.has(field)) visit(inner, field);
      }
    }
  };
  visit(request, '');
  return Math.ceil(bytes / TOKEN) + media * MEDIUM;
}

const MEDIA: ReadonlySet<string> = new Set(['inlineData', 'inline_data', 'fileData', 'file_data']);

/** Fields that steer the answer and are no part of the prompt. */
const SETTINGS: ReadonlySet<string> = new Set([
  'generationConfig',
  'generation_config',
  'safetySettings',
  'safety_settings',
  'thoughtSignature',
  'thought_signature',
  'cachedContent',
  'cached_content',
]);

/** The model that a request names for itself; empty where it leaves that to the batch. */
export function modelOf(request: JsonObject): string {
  return textAt(request, 'model');
}

/** A request as the line of a file. */
export function formatLine({ key, request }: BatchLine): string {
  return `${JSON.stringify({ key, request })}\n`;
}
