import type { JsonValue } from '../base/json';
import { type Canonical, Canonicalizer } from './canonical';
import { type Difference, differencesOf, distanceOf } from './difference';
import type { RecordedRequest } from './exchange';
import { type MatchRules, toldOf } from './rules';
import type { Recording } from './store';

/** Why there is no recording for a request. */
export interface Miss {
  /** The recording that is most like it; absent where there is none of the operation. */
  readonly nearest?: string;
  /** In which fields that one differs; none where all that are the same were used before. */
  readonly differences: readonly Difference[];
  /** How many recordings are the same, and were used before. */
  readonly used: number;
  /** Whether it is the same but for names of resources, which stand for others already. */
  readonly hasOtherNames?: boolean;
  /** In what requests may differ. */
  readonly ignored: readonly string[];
}

interface Known extends Recording {
  readonly canonical: Canonical;
}

/** What was asked without a recording, as it is compared, and what a live session expected in its place. */
export interface Missed {
  readonly asked: JsonValue;
  readonly recorded?: JsonValue;
}

/** Recordings of one operation that a miss is compared with: the nearest one is among few, or they are all alike. */
const MOST_COMPARED = 500;

/** Finds the recording of a request. Each is used once in a run, in the order in which they were made. */
export class Matcher {
  readonly #canonicalizer: Canonicalizer;
  readonly #rules: MatchRules;
  readonly #known: Known[] = [];
  /** Those that nobody has asked for in this run. */
  readonly #unused = new Set<Known>();
  /** Files of those that somebody has asked for in any run. */
  readonly #asked = new Set<string>();
  readonly #exact = new Map<string, Known[]>();
  #loose: Map<string, Known[]> | undefined;
  /** Names of resources in the recordings. */
  #names: Set<string> | undefined;
  /** Names that a program has made up anew, with those that they stand for. */
  readonly #bound = new Map<string, string>();

  constructor(recordings: readonly Recording[], rules: MatchRules) {
    this.#rules = rules;
    this.#canonicalizer = new Canonicalizer(rules);
    for (const recording of recordings) this.add(recording);
  }

  get size(): number {
    return this.#known.length;
  }

  /** Recordings that nobody has asked for in this run. */
  get unused(): readonly Recording[] {
    return [...this.#unused];
  }

  /** Recordings that nobody has asked for in any run. */
  get neverAsked(): readonly Recording[] {
    return this.#known.filter(({ file }) => !this.#asked.has(file));
  }

  /** The same with what the recordings are by now: what was used and is as it was stays used, and so do names. */
  renewed(recordings: readonly Recording[], isAsItWas: (file: string) => boolean): Matcher {
    const next = new Matcher(recordings, this.#rules);
    for (const known of this.#known) {
      if (isAsItWas(known.file) && !this.#unused.has(known)) next.use(known);
    }
    for (const file of this.#asked) next.#asked.add(file);
    for (const [name, other] of this.#bound) next.#bound.set(name, other);
    return next;
  }

  /** Another run begins: all can be used again, and names stand for nothing yet. */
  startOver(): void {
    for (const known of this.#known) this.#unused.add(known);
    this.#bound.clear();
  }

  /** Takes one more. */
  add(recording: Recording): void {
    const { operation, request } = recording.exchange;
    const known = { ...recording, canonical: this.canonicalOf(operation, request) };
    this.#known.push(known);
    this.#unused.add(known);
    append(this.#exact, known.canonical.exact, known);
    this.#loose = undefined;
    this.#names = undefined;
  }

  /** Lets one be used no more. */
  use(recording: Recording): void {
    for (const known of this.#unused) if (known.file === recording.file) this.#unused.delete(known);
    this.#asked.add(recording.file);
  }

  /** Those that are the same as a request and that nobody has asked for; the one that is exactly so comes first. */
  alike(canonical: Canonical): readonly Recording[] {
    return this.#same(canonical).filter((one) => this.#unused.has(one));
  }

  /** Whether any are the same as a request, used or not. */
  hasLike(canonical: Canonical): boolean {
    return this.#same(canonical).length > 0;
  }

  isUnused(recording: Recording): boolean {
    return [...this.#unused].some(({ file }) => file === recording.file);
  }

  /** Lets one be used again. */
  giveBack(recording: Recording): void {
    for (const known of this.#known) if (known.file === recording.file) this.#unused.add(known);
  }

  canonicalOf(operation: string, request: RecordedRequest): Canonical {
    return this.#canonicalizer.of(operation, request);
  }

  /**
   * The recording of a request, which is used up by that.
   * @param isRight whether it is the one that is looked for; otherwise it is left.
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
   * The same where all that are like it have been used: whoever asks is taken to be in another run. Where that does not help
   * either, nothing has changed.
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

  /** The recording that answers what is asked again once all that are like it have been used: the last of them. */
  again(canonical: Canonical): Recording | undefined {
    const exact = this.#exact.get(canonical.exact)?.at(-1);
    const loose = this.#looseOnes().get(canonical.loose);
    return exact ?? loose?.findLast((one) => this.#binds(canonical, one));
  }

  /** What to say where there is none. */
  missOf(canonical: Canonical): Miss {
    const same = this.#same(canonical);
    const ignored = toldOf(this.#rules);
    const unfit = same.find((one) => this.#unused.has(one));
    const used = same.filter((one) => !this.#unused.has(one)).length;
    if (same[0] && !unfit) return { nearest: same[0].file, differences: [], used, ignored };
    const nearest = unfit ?? this.#nearest(canonical);
    if (!nearest) return { differences: [], used, ignored };
    const differences = differencesOf(nearest.canonical.value, canonical.value);
    const fits = unfit ? { hasOtherNames: true } : {};
    return { nearest: nearest.file, differences, used, ...fits, ignored };
  }

  #same({ exact, loose }: Canonical): readonly Known[] {
    const all = [...(this.#exact.get(exact) ?? []), ...(this.#looseOnes().get(loose) ?? [])];
    return [...new Set(all)];
  }

  #find(canonical: Canonical): Known | undefined {
    const exact = this.#exact.get(canonical.exact)?.find((one) => this.#unused.has(one));
    if (exact) return exact;
    return this.#looseOnes()
      .get(canonical.loose)
      ?.find((one) => this.#unused.has(one) && this.#binds(canonical, one));
  }

  /** Whether names can stand for each other; from then on they do. */
  #binds({ names }: Canonical, { canonical: { names: recorded } }: Known): boolean {
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

  #looseOnes(): ReadonlyMap<string, Known[]> {
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

  #nearest({ operation, value, path }: Canonical): Known | undefined {
    const ofPath = this.#known.filter(({ canonical }) => canonical.path === path);
    const alike = ofPath.length > 0 ? ofPath : this.#known;
    const same = alike.filter(({ canonical }) => canonical.operation === operation);
    let [best, least] = [undefined as Known | undefined, Infinity];
    for (const known of same.slice(0, MOST_COMPARED)) {
      // Of two that are as near, the one that nobody has asked for.
      const distance =
        distanceOf(known.canonical.value, value) + (this.#unused.has(known) ? 0 : 0.001);
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
