import * as l10n from '@vscode/l10n';
import { isObject, repeatedName, tryParse } from '../base/json';
import { isOperationId } from '../api/operations';
import type { RawCall } from '../api/request';
import { VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import { rangeOfPath, parseJson } from '../platform/jsonPath';
import type { TextProblem } from '../platform/diagnostics';
import { REQUEST_SCHEMA } from './requestDocument';

interface MediaPart {
  readonly contentType: string;
  readonly text?: string;
  readonly base64?: string;
}

/** A parsed request file; media is text or base64. */
export interface RequestFile extends Omit<RawCall, 'media'> {
  readonly media?: MediaPart;
}

/** Thrown for an invalid request file; nothing was sent. */
export class RequestFileError extends AppError<'badRequestFile'> {
  override readonly name = 'RequestFileError';
  readonly problem: TextProblem;

  constructor(problem: TextProblem, hint: string) {
    super('badRequestFile', problem.message, { hint });
    this.problem = problem;
  }
}

/**
 * Parses a request file without server-side checks. Throws `RequestFileError` with the position.
 */
export function parseRequestFile(text: string): RequestFile {
  const { tree, mistake } = parseJson(text);
  const hint = l10n.t('Nothing was sent. Fix the request file, then send it again.');
  const refuse = (message: string, place: Omit<TextProblem, 'message'>): never => {
    throw new RequestFileError({ message, offset: place.offset, length: place.length }, hint);
  };
  if (mistake) return refuse(l10n.t('Invalid JSON in the request file.'), mistake);
  const value = tryParse(text);
  const whole = tree ?? { offset: 0, length: text.length };
  if (!isObject(value))
    return refuse(l10n.t('The request file must contain a JSON object.'), whole);
  const at = (...path: readonly (string | number)[]) => rangeOfPath(tree, path) ?? whole;
  const repeated = repeatedName(text);
  if (repeated) return refuse(l10n.t('“{0}” occurs more than once.', repeated.name), repeated);
  const { operation, version, path, query, body, media } = value;
  if (typeof operation !== 'string' || !isOperationId(operation)) {
    return refuse(l10n.t('“operation” isn’t an API method.'), at('operation'));
  }
  const known = VERSIONS.find((one) => one === version);
  if (!known) {
    return refuse(l10n.t('“version” must be one of {0}.', VERSIONS.join(', ')), at('version'));
  }
  const texts = (name: string, part: unknown): { readonly [name: string]: string } => {
    if (part === undefined) return {};
    if (!isObject(part)) return refuse(l10n.t('“{0}” is not an object.', name), at(name));
    const entries = Object.entries(part).map(([key, one]) => {
      const isPlain =
        typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
      if (!isPlain)
        return refuse(l10n.t('“{0}” must be a string, number, or Boolean.', key), at(name, key));
      return [key, String(one)] as const;
    });
    return Object.fromEntries(entries);
  };
  if (body !== undefined && !isObject(body)) {
    return refuse(l10n.t('“body” is not an object.'), at('body'));
  }
  const parsedMedia = media === undefined ? undefined : readMedia(media);
  if (parsedMedia === 'bad') {
    const message = l10n.t('“media” requires “contentType” and either “text” or “base64”.');
    return refuse(message, at('media'));
  }
  // A lenient decoder would change the bytes.
  if (!isBase64(parsedMedia?.base64 ?? '')) {
    return refuse(l10n.t('“base64” isn’t valid base64.'), at('media', 'base64'));
  }
  return {
    operation,
    version: known,
    path: texts('path', path),
    query: texts('query', query),
    ...(body === undefined ? {} : { body }),
    ...(parsedMedia === undefined ? {} : { media: parsedMedia }),
  };
}

export function formatRequestFile({
  operation,
  version,
  path,
  query,
  body,
  media,
}: RequestFile): string {
  const file = {
    $schema: `${REQUEST_SCHEMA}${version}/${operation}.json`,
    operation,
    version,
    ...(Object.keys(path).length === 0 ? {} : { path }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(media === undefined ? {} : { media }),
    ...(body === undefined ? {} : { body }),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function readMedia(value: unknown): MediaPart | 'bad' {
  if (!isObject(value)) return 'bad';
  const { contentType, text, base64 } = value;
  if (typeof contentType !== 'string') return 'bad';
  if (typeof text === 'string') return { contentType, text };
  return typeof base64 === 'string' ? { contentType, base64 } : 'bad';
}

function isBase64(text: string): boolean {
  const plain = text.replace(/\s/g, '');
  return /^[\w+/-]*={0,2}$/.test(plain) && plain.replace(/=+$/, '').length % 4 !== 1;
}

/** Returns the bytes of a media part. */
export function mediaBytes({ text, base64 = '' }: MediaPart): Buffer {
  return text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text);
}
