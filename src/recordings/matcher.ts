import type { JsonValue } from '../base/json';
import { type Canonical, Canonicalizer } from './canonical';
import { type Difference, findDifferences, editDistance } from './difference';
import type { RecordedRequest } from './exchange';
import { type MatchRules, describeRules } from './rules';
import type { Recording } from './store';

export interface Miss {
  /** The closest recording. Undefined if no recording has the same API method. */
  readonly nearest?: string;
  /** Differences from the closest recording. Empty if all matches were already used. */
  readonly differences: readonly Difference[];
  readonly used: number;
  /** Whether only resource names differ, and those are already mapped to others. */
  readonly hasOtherNames?: boolean;
  readonly ignored: readonly string[];
}

interface KnownRecording extends Recording {
  readonly canonical: Canonical;
}

/** An unmatched request in canonical form, and the message that a live session expected. */
export interface UnmatchedRequest {
  readonly asked: JsonValue;
  readonly recorded?: JsonValue;
}

/** Maximum number of recordings to compare with an unmatched request. */
const MAX_COMPARED = 500;

/** Finds recordings for requests. Uses each recording once per run, in recorded order. */
export class Matcher {
  readonly #canonicalizer: Canonicalizer;
  readonly #rules: MatchRules;
  readonly #known: KnownRecording[] = [];
  readonly #unused = new Set<KnownRecording>();
  readonly #asked = new Set<string>();
  readonly #exact = new Map<string, KnownRecording[]>();
  #loose: Map<string, KnownRecording[]> | undefined;
  #names: Set<string> | undefined;
  /** Recorded resource names by the names of this run. */
  readonly #bound = new Map<string, string>();

  constructor(recordings: readonly Recording[], rules: MatchRules) {
    this.#rules = rules;
    this.#canonicalizer = new Canonicalizer(rules);
    for (const recording of recordings) this.add(recording);
  }

  get size(): number {
    return this.#known.length;
  }

  get recordings(): readonly Recording[] {
    return this.#known;
  }

  get unused(): readonly Recording[] {
    return [...this.#unused];
  }

  get unrequested(): readonly Recording[] {
    return this.#known.filter(({ file }) => !this.#asked.has(file));
  }

  /**
   * Returns a matcher for the reloaded recordings. Keeps name mappings, and the used state of unchanged
   * recordings.
   */
  renewed(recordings: readonly Recording[], isAsItWas: (file: string) => boolean): Matcher {
    const next = new Matcher(recordings, this.#rules);
    for (const known of this.#known) {
      if (isAsItWas(known.file) && !this.#unused.has(known)) next.use(known);
    }
    for (const file of this.#asked) next.#asked.add(file);
    for (const [name, other] of this.#bound) next.#bound.set(name, other);
    return next;
  }

  startOver(): void {
    for (const known of this.#known) this.#unused.add(known);
    this.#bound.clear();
  }

  add(recording: Recording): void {
    const { operation, request } = recording.exchange;
    const known = { ...recording, canonical: this.canonicalOf(operation, request) };
    this.#known.push(known);
    this.#unused.add(known);
    append(this.#exact, known.canonical.exact, known);
    this.#loose = undefined;
    this.#names = undefined;
  }

  use(recording: Recording): void {
    for (const known of this.#unused) if (known.file === recording.file) this.#unused.delete(known);
    this.#asked.add(recording.file);
  }

  alike(canonical: Canonical): readonly Recording[] {
    return this.#same(canonical).filter((one) => this.#unused.has(one));
  }

  hasLike(canonical: Canonical): boolean {
    return this.#same(canonical).length > 0;
  }

  isUnused(recording: Recording): boolean {
    return [...this.#unused].some(({ file }) => file === recording.file);
  }

  release(recording: Recording): void {
    for (const known of this.#known) if (known.file === recording.file) this.#unused.add(known);
  }

  canonicalOf(operation: string, request: RecordedRequest): Canonical {
    return this.#canonicalizer.of(operation, request);
  }

  /**
   * Returns a request's recording and marks it as used.
   * @param isRight whether to accept a match, which otherwise remains unused
   */
  take(
    canonical: Canonical,
    isRight: (found: Recording) => boolean = () => true,
  ): Recording | undefined {
    const found = this.#find(canonical);
    if (!found || !isRight(found)) return undefined;
    this.#unused.delete(found);
    this.#asked.add(found.file);
    return found;
  }

  /**
   * Returns the first match again once all are used, assuming that a new run started. Keeps the state if
   * nothing matches.
   */
  takeAnew(canonical: Canonical, isRight?: (found: Recording) => boolean): Recording | undefined {
    if (!this.hasLike(canonical)) return undefined;
    const [unused, bound] = [[...this.#unused], [...this.#bound]];
    this.startOver();
    const found = this.take(canonical, isRight);
    if (found) return found;
    this.#unused.clear();
    this.#bound.clear();
    for (const known of unused) this.#unused.add(known);
    for (const [name, other] of bound) this.#bound.set(name, other);
    return undefined;
  }

  /** Returns the last match, for repeated requests once all are used. */
  again(canonical: Canonical): Recording | undefined {
    const exact = this.#exact.get(canonical.exact)?.at(-1);
    const loose = this.#findUnbound().get(canonical.loose);
    return exact ?? loose?.findLast((one) => this.#binds(canonical, one));
  }

  describeMiss(canonical: Canonical): Miss {
    const same = this.#same(canonical);
    const ignored = describeRules(this.#rules);
    const unfit = same.find((one) => this.#unused.has(one));
    const used = same.filter((one) => !this.#unused.has(one)).length;
    if (same[0] && !unfit) return { nearest: same[0].file, differences: [], used, ignored };
    const nearest = unfit ?? this.#nearest(canonical);
    if (!nearest) return { differences: [], used, ignored };
    const differences = findDifferences(nearest.canonical.value, canonical.value);
    const fits = unfit ? { hasOtherNames: true } : {};
    return { nearest: nearest.file, differences, used, ...fits, ignored };
  }

  #same({ exact, loose }: Canonical): readonly KnownRecording[] {
    const all = [...(this.#exact.get(exact) ?? []), ...(this.#findUnbound().get(loose) ?? [])];
    return [...new Set(all)];
  }

  #find(canonical: Canonical): KnownRecording | undefined {
    const exact = this.#exact.get(canonical.exact)?.find((one) => this.#unused.has(one));
    if (exact) return exact;
    return this.#findUnbound()
      .get(canonical.loose)
      ?.find((one) => this.#unused.has(one) && this.#binds(canonical, one));
  }

  /** Maps resource names of a request to recorded ones, if consistent. Returns whether they are. */
  #binds({ names }: Canonical, { canonical: { names: recorded } }: KnownRecording): boolean {
    const known = this.#namesOf();
    const fresh: [string, string][] = [];
    for (const [index, name] of names.entries()) {
      const other = recorded[index] ?? '';
      if (name === other) continue;
      const bound = this.#bound.get(name);
      if (bound !== undefined) {
        if (bound !== other) return false;
      } else if (known.has(name) || [...this.#bound.values()].includes(other)) return false;
      else fresh.push([name, other]);
    }
    for (const [name, other] of fresh) this.#bound.set(name, other);
    return true;
  }

  #findUnbound(): ReadonlyMap<string, KnownRecording[]> {
    if (!this.#loose) {
      this.#loose = new Map();
      for (const known of this.#known) append(this.#loose, known.canonical.loose, known);
    }
    return this.#loose;
  }

  #namesOf(): ReadonlySet<string> {
    this.#names ??= new Set(this.#known.flatMap(({ canonical }) => canonical.names));
    return this.#names;
  }

  #nearest({ operation, value, path }: Canonical): KnownRecording | undefined {
    const ofPath = this.#known.filter(({ canonical }) => canonical.path === path);
    const alike = ofPath.length > 0 ? ofPath : this.#known;
    const same = alike.filter(({ canonical }) => canonical.operation === operation);
    let [best, least] = [undefined as KnownRecording | undefined, Infinity];
    for (const known of same.slice(0, MAX_COMPARED)) {
      // At the same distance, prefers unused recordings.
      const distance =
        editDistance(known.canonical.value, value) + (this.#unused.has(known) ? 0 : 0.001);
      if (distance < least) [best, least] = [known, distance];
    }
    return best;
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
