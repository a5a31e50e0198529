import type { Canonical } from './canonical';
import { Matcher } from './matcher';
import type { MatchRules } from './rules';
import type { Recording, RecordingFolder } from './store';

/** When recordings were written, by their files; undefined for one that is gone. */
type WriteTimes = Map<string, number | undefined>;

/** What is asked for: a recording is right unless this says that it is not. */
type IsRight = (found: Recording) => boolean;

/**
 * The recordings of a folder, as they are when they are asked for: what somebody saves, changes or removes there meanwhile
 * holds from the next request on. Everything throws `AppError` where a recording can't be read.
 */
export class KnownRecordings {
  readonly #folder: RecordingFolder;
  readonly #rules: MatchRules;
  readonly #startsOver: boolean;
  #matcher: Matcher | undefined;
  #writeTimes: WriteTimes = new Map();

  /** @param startsOver whether recordings answer from the first again once all that are like a request were used. */
  constructor(folder: RecordingFolder, rules: MatchRules, startsOver: boolean) {
    [this.#folder, this.#rules, this.#startsOver] = [folder, rules, startsOver];
  }

  /** Reads the recordings with the first request for one. */
  get matcher(): Matcher {
    if (!this.#matcher) {
      const { recordings, times } = this.#read();
      this.#matcher = new Matcher(recordings, this.#rules);
      this.#writeTimes = times;
    }
    return this.#matcher;
  }

  /** Recordings that nobody has asked for. */
  get unused(): readonly string[] {
    return this.#matcher ? this.#matcher.neverAsked.map(({ file }) => file) : this.#folder.list();
  }

  /** The recording of a request, which is used up by that. */
  take(canonical: Canonical, isRight?: IsRight): Recording | undefined {
    const found = this.#take(canonical, isRight);
    if (found ? this.#isAsRead(found) : this.#areAsRead()) return found;
    if (found) this.matcher.giveBack(found);
    this.#readAgain();
    return this.#take(canonical, isRight);
  }

  /** Those that are the same as a request and that nobody has asked for. */
  alike(canonical: Canonical): readonly Recording[] {
    const found = this.#alike(canonical);
    const isCurrent =
      found.length > 0 ? found.every((one) => this.#isAsRead(one)) : this.#areAsRead();
    if (isCurrent) return found;
    this.#readAgain();
    return this.#alike(canonical);
  }

  /** Takes one that was written now, and has answered. */
  addUsed(recording: Recording): void {
    const { file } = recording;
    this.matcher.add(recording);
    this.matcher.use(recording);
    this.#writeTimes.set(file, this.#folder.writeTime(file));
  }

  /** Another run of a program begins: what was used can be used again. */
  startOver(): void {
    this.#matcher?.startOver();
  }

  #take(canonical: Canonical, isRight?: IsRight): Recording | undefined {
    const { matcher } = this;
    const found = matcher.take(canonical, isRight);
    return found ?? (this.#startsOver ? matcher.takeAnew(canonical, isRight) : undefined);
  }

  #alike(canonical: Canonical): readonly Recording[] {
    const { matcher } = this;
    const found = matcher.alike(canonical);
    if (found.length > 0 || !this.#startsOver || !matcher.hasLike(canonical)) return found;
    matcher.startOver();
    return matcher.alike(canonical);
  }

  #read(): { readonly recordings: readonly Recording[]; readonly times: WriteTimes } {
    const files = this.#folder.list();
    // Before they are read: what is written meanwhile is read again.
    const times = new Map(files.map((file) => [file, this.#folder.writeTime(file)]));
    return { times, recordings: files.map((file) => this.#folder.read(file)) };
  }

  #readAgain(): void {
    const before = this.#writeTimes;
    const { recordings, times } = this.#read();
    const isAsItWas = (file: string): boolean => before.get(file) === times.get(file);
    this.#matcher = this.matcher.renewed(recordings, isAsItWas);
    this.#writeTimes = times;
  }

  #isAsRead({ file }: Pick<Recording, 'file'>): boolean {
    return this.#folder.writeTime(file) === this.#writeTimes.get(file);
  }

  #areAsRead(): boolean {
    const files = this.#folder.list();
    const areSame = files.length === this.#writeTimes.size;
    return areSame && files.every((file) => this.#isAsRead({ file }));
  }
}
