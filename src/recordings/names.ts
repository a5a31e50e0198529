/** Characters; what is shorter stands in sentences by chance. */
export const SHORTEST_ID = 6;

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
