import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { throwIfAborted } from '../../base/async';
import { tryParse, isObject, textAt } from '../../base/json';
import type { FileProblem } from '../../platform/diagnostics';
import type { SourceFile } from '../../platform/localFiles';
import {
  unreadableText,
  UNREADABLE,
  type TextSource,
  textLines,
  openText,
} from '../chunks/textSource';
import { limitProblems } from '../../api/schema/limits';
import type { MessageName } from '../../api/schema/messages';
import type { JsonValue, JsonObject } from '../../api/schema/row';
import { toCamelCase } from '../../api/schema/scalars';
import { parseRequest, type Parsed } from '../../api/schema/validate';
import type { Version } from '../../api/versions';
import { estimatedTokens } from '../../base/tokens';

export type BatchKind = 'generate' | 'embed';

const REQUESTS = {
  generate: 'GenerateContentRequest',
  embed: 'EmbedContentRequest',
} as const satisfies { readonly [K in BatchKind]: string };

interface BatchLine {
  readonly key: string;
  readonly request: JsonObject;
}

export type ReadLine =
  | { readonly line: number; readonly value: JsonValue }
  | { readonly line: number; readonly problem: string };

type CheckedLine =
  | ({ readonly line: number; readonly problem?: undefined } & BatchLine)
  | { readonly line: number; readonly problem: string };

interface CheckOptions {
  readonly kind: BatchKind;
  /** API version of the requests. Fields that the version lacks are problems. */
  readonly version: Version;
}

// Maximum number of keys checked for duplicates. The server checks the others.
const MAX_KEYS = 1_000_000;

class LineChecker {
  readonly #options: CheckOptions;
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
    if (!isObject(value)) return l10n.t('The line isn’t a JSON object.');
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
    if (this.#keys.size < MAX_KEYS) this.#keys.set(key, line);
    const other = kindOf(value.request);
    if (other !== undefined && other !== kind) {
      return kind === 'generate'
        ? l10n.t('This is an embedding request, but the others generate content.')
        : l10n.t('This request generates content, but the others are embedding requests.');
    }
    return requestProblem(value.request, this.#options);
  }
}

/** Detects the kind from a request's fields. Undefined if ambiguous. */
function kindOf(request: JsonObject): BatchKind | undefined {
  if (request.contents !== undefined) return 'generate';
  return request.content === undefined ? undefined : 'embed';
}

/** Returns the first problem that the API would report, in the API's words, or the first value out of range. */
function requestProblem(request: JsonObject, { kind, version }: CheckOptions): string | undefined {
  const message = REQUESTS[kind];
  const { violations, problems, value }: Parsed<MessageName> = parseRequest(
    message,
    version,
    request,
  );
  const [violation] = violations;
  if (violation) return violation.description;
  if (problems[0] !== undefined) return problems[0].replace(/^\* /, '');
  const [limit] = limitProblems(message, version, value);
  return limit && l10n.t('“{0}” {1}.', toCamelCase(limit.field), limit.description);
}

/** Tokens per image or PDF page (Gemini API documentation). */
const MEDIUM = 258;

/** Estimates tokens from text bytes, with a fixed number per media part. Only the API counts exactly. */
export function estimateTokens(request: JsonObject): number {
  let tokens = 0;
  let media = 0;
  const visit = (value: JsonValue | undefined, name: string): void => {
    if (typeof value === 'string') {
      if (name !== 'role' && name !== 'model') tokens += estimatedTokens(value);
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
  return Math.ceil(tokens) + media * MEDIUM;
}

const MEDIA: ReadonlySet<string> = new Set(['inlineData', 'inline_data', 'fileData', 'file_data']);

/** Fields that configure the response and aren't part of the prompt. */
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

/** Returns the request's own model; empty if the batch sets the model. */
function modelOf(request: JsonObject): string {
  return textAt(request, 'model');
}

export function formatLine({ key, request }: BatchLine): string {
  return `${JSON.stringify({ key, request })}\n`;
}

/** The source of a batch's requests. May be read more than once. */
export interface BatchSource {
  readonly name: string;
  /** File to report problems for. Undefined if the user has no such file. */
  readonly uri?: string;
  readonly kind: BatchKind;
  /** Name of the model that the requests were written for. Undefined if unknown. */
  readonly model?: string;
  read(signal?: AbortSignal): AsyncIterable<ReadLine>;
}

/** Opens a JSON Lines file. Reads the first lines to detect the requests' kind. */
export async function linesSource(
  file: Pick<SourceFile, 'name' | 'uri' | 'read'>,
  signal?: AbortSignal,
): Promise<BatchSource> {
  const source = await openText(file, signal);
  const read = (until?: AbortSignal): AsyncIterable<ReadLine> => jsonLines(source, until);
  const { kind, model } = await readSample(read(signal));
  const { name, uri } = file;
  return { name, uri, kind, ...(model !== '' && { model }), read };
}

async function* jsonLines(
  source: TextSource,
  signal?: AbortSignal,
): AsyncGenerator<ReadLine, void, undefined> {
  let line = 0;
  for await (const text of textLines(source.read(signal))) {
    line += 1;
    if (text.trim() === '') continue;
    const value = text.includes(UNREADABLE) ? undefined : tryParse(text);
    if (value !== undefined) yield { line, value };
    else if (!text.includes(UNREADABLE))
      yield { line, problem: l10n.t('The line isn’t valid JSON.') };
    else yield { line, problem: unreadableText(source.encoding) };
  }
}

const SAMPLE_LINES = 100;

async function readSample(
  lines: AsyncIterable<ReadLine>,
): Promise<{ readonly kind: BatchKind; readonly model: string }> {
  let seen = 0;
  for await (const read of lines) {
    const value = 'value' in read ? read.value : undefined;
    const request = isObject(value) && isObject(value.request) ? value.request : undefined;
    const kind = request && kindOf(request);
    if (request && kind) return { kind, model: modelOf(request) };
    seen += 1;
    if (seen === SAMPLE_LINES) break;
  }
  return { kind: 'generate', model: '' };
}

export interface BatchCheck {
  readonly good: number;
  readonly bad: number;
  readonly problems: readonly FileProblem[];
  /** Size of the valid lines as sent, in bytes. */
  readonly bytes: number;
  readonly tokens: number;
  readonly digest: string;
}

// Maximum number of markers in the Problems view.
const MAX_PROBLEMS = 1000;

interface LookOptions extends Omit<CheckOptions, 'kind'> {
  readonly signal?: AbortSignal;
  readonly onLines?: (read: number) => void;
}

const REPORTED = 1000;

/** Checks a source without sending anything. Holds one line in memory at a time. */
export async function checkSource(source: BatchSource, options: LookOptions): Promise<BatchCheck> {
  const problems: FileProblem[] = [];
  let [good, bad, bytes, tokens] = [0, 0, 0, 0];
  const hash = createHash('sha256');
  const onProblem = (problem: FileProblem): void => {
    bad += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  for await (const line of validLines(source, options, onProblem)) {
    const text = formatLine(line);
    good += 1;
    bytes += Buffer.byteLength(text);
    tokens += estimateTokens(line.request);
    hash.update(text);
    if ((good + bad) % REPORTED === 0) options.onLines?.(good + bad);
  }
  return { good, bad, problems, bytes, tokens, digest: hash.digest('hex') };
}

export async function* validLines(
  source: BatchSource,
  { version, signal }: LookOptions,
  onProblem: (problem: FileProblem) => void = () => undefined,
): AsyncGenerator<BatchLine, void, undefined> {
  const checker = new LineChecker({ kind: source.kind, version });
  for await (const read of source.read(signal)) {
    throwIfAborted(signal);
    const { line, problem, ...rest } = checker.check(read);
    if (problem === undefined) yield rest as BatchLine;
    else onProblem({ line, message: problem, severity: 'error' });
  }
}
