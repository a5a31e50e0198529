import { isObject, type JsonValue } from '../base/json';
import { type Canonicalizer, numbered, withPlaceholders } from './canonical';
import { changeText, type Exchange, type RecordedEvent, mapAllTexts } from './exchange';
import { sorted } from './fileParts';
import { DEFAULT_RULES } from './rules';
import { fileNameOf, type Recording } from './store';

interface MergedRecording {
  readonly file: string;
  readonly exchange: Exchange;
  readonly isKept: boolean;
}

/**
 * Assigns files to a re-recorded session. Recordings of the same requests keep their names. They keep their
 * content if only volatile values of the response differ.
 * @param unreadable invalid files, replaced if named for the same request
 */
export function mergeRecordings(
  exchanges: readonly Exchange[],
  before: readonly Recording[],
  canonicalizer: Canonicalizer,
  unreadable: readonly string[] = [],
): readonly MergedRecording[] {
  const keyOf = ({ operation, request }: Exchange): string =>
    canonicalizer.of(operation, request).loose;
  const left = Map.groupBy(before, ({ exchange }) => keyOf(exchange));
  const unread = Map.groupBy(unreadable, withoutNumber);
  // Unchanged recordings keep the earlier resource names, so later ones must use these names too.
  const names = new NameMap();
  const isSame = (exchange: Exchange, asked: readonly string[], one: Exchange): boolean => {
    const now = comparableParts(exchange, asked);
    const before = comparableParts(one, canonicalizer.of(one.operation, one.request).names);
    if (now.text !== before.text) return false;
    names.pair(now.names, before.names);
    return true;
  };
  const taken = exchanges.map((exchange) => {
    const canonical = canonicalizer.of(exchange.operation, exchange.request);
    // Equal requests are paired in order, because their responses differ.
    const old = left.get(canonical.loose)?.shift();
    const isKept = old !== undefined && isSame(exchange, canonical.names, old.exchange);
    return { exchange, canonical, old, isKept };
  });
  const rename = names.change();
  // Recordings that weren't requested remain.
  let number = Math.max(0, ...before.map((one) => one.number));
  return taken.map(({ exchange, canonical, old, isKept }) => {
    if (old && isKept) return { file: old.file, exchange: old.exchange, isKept };
    const renamed = mapAllTexts(exchange, rename);
    // With the earlier resource names, the request may match an earlier recording.
    const same = old ?? left.get(keyOf(renamed))?.shift();
    if (same) return { file: same.file, exchange: renamed, isKept };
    const fresh = fileNameOf(number + 1, exchange, canonical.hash);
    const broken = unread.get(withoutNumber(fresh))?.shift();
    if (broken === undefined) number += 1;
    return { file: broken ?? fresh, exchange: renamed, isKept };
  });
}

const withoutNumber = (file: string): string => file.slice(file.indexOf('-'));

/**
 * Returns the files that no recording replaces.
 * @param before valid recordings among the files
 */
export function unreplacedFiles(
  files: readonly string[],
  exchanges: readonly Exchange[],
  before: readonly Recording[],
  canonicalizer: Canonicalizer,
): readonly string[] {
  const keyOf = ({ operation, request }: Exchange): string =>
    canonicalizer.of(operation, request).loose;
  const left = Map.groupBy(before, ({ exchange }) => keyOf(exchange));
  const taken = new Set(exchanges.map((exchange) => left.get(keyOf(exchange))?.shift()?.file));
  return files.filter((file) => !taken.has(file));
}

const VOLATILE_FIELDS = new Set([
  'responseId',
  'id',
  'thoughtSignature',
  'signature',
  'created',
  'nextPageToken',
  'etag',
  'next_page_token',
  'system_fingerprint',
  'newHandle',
  'handle',
  'sessionId',
]);

/**
 * Returns a response or session without volatile values, and its resource names in order.
 * @param asked names in the request, which error messages repeat
 */
function comparableParts(
  { answer, talk }: Exchange,
  asked: readonly string[],
): { readonly text: string; readonly names: readonly string[] } {
  const { status, body, stream } = answer;
  const names = [...asked];
  const clean = withPlaceholders(DEFAULT_RULES);
  const text = (given: string): string => numbered(clean(given), names);
  const shown = (json: JsonValue): JsonValue => changeText(omitVolatile(sorted(json)), text);
  const said = (data: RecordedEvent['data']): JsonValue =>
    data ? ('json' in data ? shown(data.json) : data.text) : null;
  const events = stream?.events.map(({ event, data }) => [event ?? null, said(data)]);
  // The order of messages between the two sides is random.
  const sides = (['client', 'server'] as const).map((side) =>
    talk?.frames.filter(({ from }) => from === side).map(({ data }) => said(data)),
  );
  const content =
    body.kind === 'json'
      ? shown(body.json)
      : body.kind === 'text'
        ? body.text
        : body.kind === 'bytes'
          ? body.bytes.toString('base64')
          : null;
  const all = JSON.stringify([status, content, events ?? null, talk ? sides : null]);
  const plain = names.reduce((said, name, index) => {
    const id = name.slice(name.lastIndexOf('/') + 1);
    return id.length < MIN_ID_LENGTH ? said : said.replaceAll(id, `#${index + 1}`);
  }, all);
  return { text: plain, names };
}

function omitVolatile(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(omitVolatile);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VOLATILE_FIELDS.has(name))
      .map(([name, item]) => [name, omitVolatile(item as JsonValue)]),
  );
}

/** Shorter IDs may occur in sentences by chance. */
const MIN_ID_LENGTH = 6;

const RESOURCE = /^[a-z]\w*\/([\w.~-]+)$/i;

export class NameMap {
  readonly #old = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  pair(names: readonly string[], before: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      const old = before[index];
      if (old === undefined || this.#old.has(name) || this.#taken.has(old)) continue;
      this.#old.set(name, old);
      this.#taken.set(old, name);
    }
  }

  change(): (text: string) => string {
    const pairs = this.#pairs().filter(
      ([name, old]) => name !== old && name.length >= MIN_ID_LENGTH,
    );
    if (pairs.length === 0) return (text) => text;
    // Exact matches include other strings, such as page tokens.
    const alone = new Map(pairs);
    const within = new Map<string, string>();
    for (const [name, old] of pairs) {
      const [id, before] = [name, old].map((one) => RESOURCE.exec(one)?.[1]);
      if (id === undefined || before === undefined) continue;
      within.set(name, old);
      if (id.length < MIN_ID_LENGTH) continue;
      alone.set(id, before);
      // IDs without a digit may be ordinary words.
      if (/\d/.test(id)) within.set(id, before);
    }
    const words = [...within.keys()].toSorted((one, other) => other.length - one.length);
    const sought = words.map((word) => word.replaceAll('.', String.raw`\.`)).join('|') || '(?!)';
    const pattern = new RegExp(String.raw`(?<![\w-])(?:${sought})(?![\w-])`, 'g');
    return (text) => alone.get(text) ?? text.replace(pattern, (name) => within.get(name) ?? name);
  }

  /**
   * Resolves conflicts: if an earlier name now belongs to another resource, that resource gets an unused
   * name.
   */
  #pairs(): readonly (readonly [string, string])[] {
    const pairs = [...this.#old];
    const ends = pairs.flatMap(([name]): [string, string][] => {
      if (this.#taken.has(name)) return [];
      let end = name;
      for (let old = this.#old.get(end); old !== undefined; old = this.#old.get(end)) end = old;
      return [[end, name]];
    });
    return [...pairs, ...ends];
  }
}
