import { createHash } from 'node:crypto';
import { operationIds, operationRow, sessions } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { AppError } from '../base/errors';
import { isObject, type JsonValue } from '../base/json';
import { toCamelCase } from '../api/schema/scalars';
import { replaceIn, SlowPatternError } from '../base/patterns';
import { BodyForm, byName } from './bodyForm';
import { changeText, type RecordedRequest } from './exchange';
import { unescapePlaceholders } from './pathPlaceholders';
import { type MatchRules, RULES_FILE } from './rules';

/** The canonical form of a request, equal for equivalent requests. */
export interface Canonical {
  readonly operation: string;
  readonly version: string;
  /** Excludes the API version. */
  readonly path: string;
  readonly value: JsonValue;
  readonly exact: string;
  readonly loose: string;
  /** Hash of `loose`, for file names. */
  readonly hash: string;
  /** Resource names in order, replaced by numbers in `loose`. */
  readonly names: readonly string[];
}

/** API versions that are equivalent for the same method. */
const ALIKE = /^\/(?:ws\/[a-z.]+\.)?(v1|v1beta|v1alpha)(?=[/.])/;

/** Query parameters of all methods that don't affect the result. */
const COMMON = new Set([
  'key',
  'access_token',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'callback',
  '.xgafv',
  'uploadType',
  'upload_protocol',
  'upload_id',
]);

/** Collections with server-generated IDs. */
const COLLECTIONS = [
  ...new Set(
    operationIds().flatMap((id) =>
      [...operationRow(id).path.matchAll(/\b([a-z]\w*)\/\*/gi)].map(([, name = '']) => name),
    ),
  ),
].filter((name) => !['models', 'agents', 'dynamic', 'schemas', 'voices'].includes(name));
const NAME = new RegExp(String.raw`(?<=^|/)(?:${COLLECTIONS.join('|')})/[\w.~-]+`, 'g');
// Maximum length of a name, or of a URL that contains one. Text with spaces is prose.
const MAX_NAME_LENGTH = 300;

const MESSAGES: ReadonlyMap<string, string | undefined> = new Map([
  ...operationIds().map((id) => [id, operationRow(id).body] as const),
  ...Object.entries<OperationRow>(sessions).map(([id, { body }]) => [id, body] as const),
]);

/** Replaces resource names by numbers, unless the text is prose. Appends the names to `names`. */
export function numbered(text: string, names: string[]): string {
  if (text.length > MAX_NAME_LENGTH || /\s/.test(text)) return text;
  return text.replace(
    NAME,
    (name) => `${name.slice(0, name.lastIndexOf('/'))}/${numberOf(name, names)}`,
  );
}

function numberOf(name: string, names: string[]): string {
  const known = names.indexOf(name);
  return `#${known < 0 ? names.push(name) : known + 1}`;
}

export class Canonicalizer {
  readonly #rules: MatchRules;
  readonly #loosen: (text: string) => string;
  readonly #always: (text: string) => string;

  constructor(rules: MatchRules) {
    this.#rules = rules;
    this.#loosen = withPlaceholders({ ...rules, placeholders: [] });
    this.#always = withPlaceholders({ ...rules, ignored: new Set() });
  }

  of(operation: string, request: RecordedRequest): Canonical {
    const [, version = ''] = ALIKE.exec(request.path) ?? [];
    const path = request.path.replace(ALIKE, '');
    const form = new BodyForm(this.#rules, this.#always);
    const { body, type, upload, method } = request;
    const message = messageOf(operation);
    const shown =
      body.kind === 'json'
        ? form.of(body.json, message)
        : body.kind === 'text'
          ? this.#always(body.text)
          : body.kind === 'bytes'
            ? createHash('sha256').update(body.bytes).digest('hex')
            : null;
    const query = this.#query(request.query);
    const value: JsonValue = {
      method,
      path: this.#always(path),
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(type === undefined ? {} : { type }),
      ...(shown === null || isEmpty(shown) ? {} : { body: shown }),
      ...(upload ? { upload: { ...upload } } : {}),
    };
    return this.#keyed(operation, version, path, value, query.pageToken);
  }

  /** @param token page token, which differs in each run */
  #keyed(
    operation: string,
    version: string,
    path: string,
    value: JsonValue,
    token: JsonValue | undefined,
  ): Canonical {
    const names: string[] = [];
    const { ignored } = this.#rules;
    const loosen = (text: string): string => {
      if (text !== '' && text === token && ignored.has('names')) return numberOf(text, names);
      const clean = this.#loosen(unescapePlaceholders(text));
      return ignored.has('names') ? numbered(clean, names) : clean;
    };
    const exact = JSON.stringify(value);
    // Lazy, because most requests have an exact match.
    let loose: string | undefined;
    const loosely = (): string => {
      const part = ignored.has('version') ? '' : version;
      return (loose ??= `${part} ${JSON.stringify(changeText(value, loosen))}`);
    };
    return {
      operation,
      version,
      path,
      value,
      exact: `${version} ${exact}`,
      get loose() {
        return loosely();
      },
      get hash() {
        return createHash('sha256').update(loosely()).digest('hex');
      },
      get names() {
        loosely();
        return names;
      },
    };
  }

  #query(query: RecordedRequest['query']): { readonly [name: string]: JsonValue } {
    const kept = Object.entries(query)
      .map(([name, values]) => [name.replace(/^\$/, ''), values] as const)
      .filter(([name, values]) => {
        if (COMMON.has(name) || this.#rules.query.includes(name)) return false;
        return !(name === 'alt' && values.length === 1 && values[0] === 'json');
      })
      .map(([name, values]) => [toCamelCase(name), values.map(this.#always)] as const)
      .toSorted(byName);
    return Object.fromEntries(
      kept.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
    );
  }
}

export function messageOf(operation: string): string | undefined {
  return MESSAGES.get(operation);
}

function isEmpty(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;

const DAY = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const YEAR = String.raw`(?:19|20)\d\d`;
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?`;
const ZONE = String.raw`(?:Z|(?: ?(?:GMT|UTC))?[+-]\d\d:?\d\d|GMT|UTC)(?: \([\w +:-]+\))?`;
const DATES = new RegExp(
  String.raw`\b(?:${[
    String.raw`${YEAR}-\d\d-\d\d`,
    String.raw`${YEAR}/\d{1,2}/\d{1,2}`,
    String.raw`\d{1,2}/\d{1,2}/${YEAR}`,
    String.raw`\d{1,2}\.\d{1,2}\.${YEAR}`,
    String.raw`(?:${DAY},? )?${MONTH} \d{1,2}(?:st|nd|rd|th)?,? ${YEAR}`,
    String.raw`(?:${DAY},? )?\d{1,2}(?:st|nd|rd|th)? ${MONTH},? ${YEAR}`,
  ].join('|')})(?:(?:T|,? (?:at )?)${CLOCK}(?: ?${ZONE})?)?\b`,
  'gi',
);

/** Fast test for texts that may contain a date. */
const HAS_YEAR = /(?:19|20)\d\d/;

export function withPlaceholders(rules: MatchRules): (text: string) => string {
  const { ignored, placeholders } = rules;
  return (text) => {
    let clean = text;
    for (const { name, pattern } of placeholders) {
      clean = withName(clean, name, pattern);
    }
    if (ignored.has('uuids') && clean.includes('-')) clean = clean.replace(UUID, '{{uuid}}');
    if (ignored.has('dates') && HAS_YEAR.test(clean)) clean = clean.replace(DATES, '{{date}}');
    return clean;
  };
}

/** Throws `AppError` if the pattern takes too long. */
function withName(text: string, name: string, pattern: RegExp): string {
  try {
    return replaceIn(text, pattern, `{{${name}}}`);
  } catch (cause) {
    if (!(cause instanceof SlowPatternError)) throw cause;
    const message = `Invalid ${RULES_FILE}: the placeholder ${name} is too slow. ${cause.message}`;
    throw new AppError('badOption', message, { cause, hint: cause.hint ?? '' });
  }
}
