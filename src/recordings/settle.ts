import { isObject, type JsonValue } from '../base/json';
import { type Canonicalizer, numbered } from './canonical';
import { changed, type Exchange, type RecordedEvent, withAllTexts } from './exchange';
import { sorted } from './json';
import { withPlaceholders } from './placeholders';
import { DEFAULT_RULES } from './rules';
import { fileNameOf, type Recording } from './store';

/** A recording that is to be written, or that may stay as it is. */
interface Settled {
  readonly file: string;
  readonly exchange: Exchange;
  /** Whether what lies there says the same. */
  readonly isKept: boolean;
}

/**
 * The files of a session that was recorded anew. Where what was asked before is asked again, its recording keeps its name,
 * and where the answer differs in nothing but what always differs, its content too: a recording anew changes nothing.
 * @param unreadable files of before that are replaced if their names say that they are of the same request.
 */
export function settle(
  exchanges: readonly Exchange[],
  before: readonly Recording[],
  canonicalizer: Canonicalizer,
  unreadable: readonly string[] = [],
): readonly Settled[] {
  const keyOf = ({ operation, request }: Exchange): string =>
    canonicalizer.of(operation, request).loose;
  const left = Map.groupBy(before, ({ exchange }) => keyOf(exchange));
  const unread = Map.groupBy(unreadable, withoutNumber);
  // What stays as it is has the names of before, and the others go on with those.
  const names = new Names();
  const isSame = (exchange: Exchange, asked: readonly string[], one: Exchange): boolean => {
    const now = comparable(exchange, asked);
    const before = comparable(one, canonicalizer.of(one.operation, one.request).names);
    if (now.text !== before.text) return false;
    names.pair(now.names, before.names);
    return true;
  };
  const taken = exchanges.map((exchange) => {
    const canonical = canonicalizer.of(exchange.operation, exchange.request);
    // Those that are the same are used in their order: another one would be the answer to another request.
    const old = left.get(canonical.loose)?.shift();
    const isKept = old !== undefined && isSame(exchange, canonical.names, old.exchange);
    return { exchange, canonical, old, isKept };
  });
  const rename = names.change();
  // Those that nothing requests stay.
  let number = Math.max(0, ...before.map((one) => one.number));
  return taken.map(({ exchange, canonical, old, isKept }) => {
    if (old && isKept) return { file: old.file, exchange: old.exchange, isKept };
    const renamed = withAllTexts(exchange, rename);
    // With the names of before it may be a request of before.
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
 * Of these files, those that none of the exchanges takes the place of.
 * @param before what stands in those that can be read.
 */
export function unaskedOf(
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

/** Fields of answers that are others each time. */
const ALWAYS_NEW = new Set([
  ...['responseId', 'id', 'thoughtSignature', 'signature', 'created', 'nextPageToken', 'etag'],
  ...['next_page_token', 'system_fingerprint', 'newHandle', 'handle', 'sessionId'],
]);

/**
 * What an answer or a talk says, without what is another one each time; and the names in it, in their order.
 * @param asked names in its request, which errors repeat in their sentences.
 */
function comparable(
  { answer, talk }: Exchange,
  asked: readonly string[],
): { readonly text: string; readonly names: readonly string[] } {
  const { status, body, stream } = answer;
  const names = [...asked];
  const clean = withPlaceholders(DEFAULT_RULES);
  const text = (given: string): string => numbered(clean(given), names);
  const shown = (json: JsonValue): JsonValue => changed(without(sorted(json)), text);
  const said = (data: RecordedEvent['data']): JsonValue =>
    data ? ('json' in data ? shown(data.json) : data.text) : null;
  const events = stream?.events.map(({ event, data }) => [event ?? null, said(data)]);
  // Which of two messages comes first is chance where both sides may speak.
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
    return id.length < SHORTEST_ID ? said : said.replaceAll(id, `#${index + 1}`);
  }, all);
  return { text: plain, names };
}

function without(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(without);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ALWAYS_NEW.has(name))
      .map(([name, item]) => [name, without(item as JsonValue)]),
  );
}

/** Characters; what is shorter stands in sentences by chance. */
const SHORTEST_ID = 6;

const RESOURCE = /^[a-z]\w*\/([\w.~-]+)$/i;

/** Names that were made up anew, with those of an earlier recording that they stand for. */
export class Names {
  readonly #old = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  /** Those at the same places stand for each other, where they do not stand for others already. */
  pair(names: readonly string[], before: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      const old = before[index];
      if (old === undefined || this.#old.has(name) || this.#taken.has(old)) continue;
      this.#old.set(name, old);
      this.#taken.set(old, name);
    }
  }

  /** Puts the earlier names into a text. */
  change(): (text: string) => string {
    const pairs = this.#pairs().filter(([name, old]) => name !== old && name.length >= SHORTEST_ID);
    if (pairs.length === 0) return (text) => text;
    // Alone, also what is no name of a resource, such as the token of a page.
    const alone = new Map(pairs);
    const within = new Map<string, string>();
    for (const [name, old] of pairs) {
      const [id, before] = [name, old].map((one) => RESOURCE.exec(one)?.[1]);
      if (id === undefined || before === undefined) continue;
      within.set(name, old);
      if (id.length < SHORTEST_ID) continue;
      alone.set(id, before);
      // Without its collection and without a digit it may be a word of a sentence.
      if (/\d/.test(id)) within.set(id, before);
    }
    const words = [...within.keys()].toSorted((one, other) => other.length - one.length);
    const sought = words.map((word) => word.replaceAll('.', String.raw`\.`)).join('|') || '(?!)';
    const pattern = new RegExp(String.raw`(?<![\w-])(?:${sought})(?![\w-])`, 'g');
    return (text) => alone.get(text) ?? text.replace(pattern, (name) => within.get(name) ?? name);
  }

  /** One more where a name of before is given to something else now: that takes one which is free. */
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
