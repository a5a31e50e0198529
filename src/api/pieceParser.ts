import { isObject, tryParse } from '../base/json';
import type { JsonObject, JsonValue } from './schema/row';

// What learning costs, in pieces that could be parsed meanwhile. It is paid by those that went by, so that the many
// short answers pay nothing, and a stream that has no usual shape little.
const FIRST = 512;
const STUDY = 31;
const TEMPLATE = 2048;
// Characters of a piece that is learned from, and of one that a pattern is tried on: the engine throws where it finds
// millions of escapes.
const LONGEST_EXAMPLE = 2048;
const LONGEST = 65_536;
// More than any small event has.
const MOST_LEAVES = 64;

/**
 * Parses the pieces of one stream exactly as `JSON.parse` does: each is an object of its own, with the same values.
 *
 * In a long answer nearly every piece is the one before with other texts and numbers. What stays the same is learned
 * as one pattern, and a piece that matches it is made by copying, which takes half the time. All others are parsed.
 */
export class PieceParser {
  /** Pieces that went by, less what learning has cost. */
  #credit = 0;
  #template: Template | undefined;
  /** The last piece that was studied and that no template fitted. */
  #other: Example | undefined;

  /** The value, or undefined where the text is no JSON. */
  parse(text: string): JsonValue | undefined {
    this.#credit += 1;
    const made = this.#template?.read(text);
    if (made) return made;
    const value = tryParse(text);
    if (this.#credit > FIRST && isObject(value)) this.#study(text);
    return value;
  }

  /** Two pieces of one shape make a template, and a third that differs elsewhere makes it wider. */
  #study(text: string): void {
    this.#credit -= STUDY;
    const example = exampleOf(text);
    if (!example) return;
    const template = this.#template?.widened(example) ?? Template.of(example, this.#other);
    this.#other = template ? undefined : example;
    if (!template) return;
    this.#credit -= TEMPLATE;
    this.#template = template;
  }
}

/** An object's text, cut into its leaves, which are texts and numbers, and what stands around them. */
interface Example {
  readonly text: string;
  readonly leaves: readonly string[];
  /** One more than leaves. */
  readonly around: readonly string[];
  readonly keys: number;
}

/** A text, which is a key where a colon follows; a number; anything else. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*|[^"\d-]+/g;
const LEAF = /^["\d-]/;
/** Under such keys, which are no numbers, values stand in an object in the order in which they were written. */
const PLAIN_KEY = /^"[A-Za-z_]\w*"/;

/** @param text valid JSON. */
function exampleOf(text: string): Example | undefined {
  if (text.length > LONGEST_EXAMPLE) return undefined;
  const leaves: string[] = [];
  const around: string[] = [];
  let before = '';
  let keys = 0;
  for (const [token, colon] of text.matchAll(TOKEN)) {
    const isKey = colon !== undefined;
    if (isKey && !PLAIN_KEY.test(token)) return undefined;
    if (isKey) keys += 1;
    if (isKey || !LEAF.test(token)) {
      before += token;
      continue;
    }
    around.push(before);
    leaves.push(token);
    before = '';
  }
  around.push(before);
  return leaves.length > MOST_LEAVES ? undefined : { text, leaves, around, keys };
}

/** Whether two pieces differ only in their texts and numbers. */
function isAlike(one: Example, other: Example): boolean {
  return one.around.every((text, index) => text === other.around[index]);
}

// A text that `JSON.parse` takes: without raw control characters, and with escapes that it knows.
const PLAIN = String.raw`[^"\\\x00-\x1f]*`;
const TEXT = String.raw`"(${PLAIN}(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})${PLAIN})*)"`;
const NUMBER = String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)`;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** What the pieces of one shape have in common. */
class Template {
  readonly #example: Example;
  /** The leaves that are not always the same. */
  readonly #open: ReadonlySet<number>;
  readonly #pattern: RegExp;
  readonly #mould: Mould;

  private constructor(example: Example, open: ReadonlySet<number>, mould: Mould) {
    this.#example = example;
    this.#open = open;
    this.#mould = mould;
    const parts = example.leaves.map((leaf, index) => {
      if (!open.has(index)) return literal(leaf);
      return leaf.startsWith('"') ? TEXT : NUMBER;
    });
    const pattern = example.around.map((text, index) => literal(text) + (parts[index] ?? ''));
    this.#pattern = new RegExp(`^${pattern.join('')}$`);
  }

  /**
   * What two examples have in common; undefined where they differ in more than texts and numbers, or in nothing.
   * @param known leaves of which it is known that they differ.
   */
  static of(
    example: Example,
    other: Example | undefined,
    known?: ReadonlySet<number>,
  ): Template | undefined {
    if (!other || !isAlike(example, other)) return undefined;
    const open = new Set(known);
    for (const [index, leaf] of example.leaves.entries()) {
      if (leaf !== other.leaves[index]) open.add(index);
    }
    const mould = open.size === 0 ? undefined : new MouldMaker(open).make(example);
    return mould && new Template(example, open, mould);
  }

  /** One that fits this piece too. */
  widened(example: Example): Template | undefined {
    return Template.of(example, this.#example, this.#open);
  }

  /** The value of a piece that has this shape. */
  read(text: string): JsonObject | undefined {
    if (text.length > LONGEST) return undefined;
    const groups = this.#pattern.exec(text);
    if (!groups) return undefined;
    return cast(this.#mould, groups, text.includes('\\')) as JsonObject;
  }
}

/** How to copy an object, or an array, with other values in it. */
interface Mould {
  readonly base: JsonObject | readonly JsonValue[];
  readonly slots: readonly Slot[];
}

/** A place in the copy that is filled anew: from a group of the pattern, or by a mould of its own. */
interface Slot {
  readonly key: string;
  readonly group: number;
  readonly isText: boolean;
  readonly mould: Mould | undefined;
}

/** Finds the leaves of a text in its value, where they stand in the same order unless a key is there twice. */
class MouldMaker {
  readonly #open: ReadonlySet<number>;
  #leaves = 0;
  #groups = 0;
  #keys = 0;

  constructor(open: ReadonlySet<number>) {
    this.#open = open;
  }

  make({ text, keys }: Example): Mould | undefined {
    // An object that nobody else has.
    const value = tryParse(text);
    const mould = isObject(value) ? this.#mould(value) : undefined;
    return this.#keys === keys ? mould : undefined;
  }

  #mould(base: Mould['base']): Mould {
    const slots: Slot[] = [];
    for (const [key, value] of Object.entries(base)) {
      if (isObject(base)) this.#keys += 1;
      if (typeof value === 'object' && value !== null) {
        slots.push({ key, group: 0, isText: false, mould: this.#mould(value) });
      } else if (typeof value === 'string' || typeof value === 'number') {
        if (this.#open.has(this.#leaves)) slots.push(this.#slot(key, typeof value === 'string'));
        this.#leaves += 1;
      }
    }
    return { base, slots };
  }

  #slot(key: string, isText: boolean): Slot {
    this.#groups += 1;
    return { key, group: this.#groups, isText, mould: undefined };
  }
}

/**
 * A copy with the values of a match.
 * @param isEscaped whether there may be escapes in its texts.
 */
function cast({ base, slots }: Mould, groups: RegExpExecArray, isEscaped: boolean): object {
  const made = (isObject(base) ? { ...base } : [...base]) as { [key: string]: unknown };
  for (const { key, group, isText, mould } of slots) {
    const found = groups[group] ?? '';
    if (mould) made[key] = cast(mould, groups, isEscaped);
    else if (!isText) made[key] = numberOf(found);
    else made[key] = isEscaped && found.includes('\\') ? JSON.parse(`"${found}"`) : found;
  }
  return made;
}

// Larger ones may be no small integers.
const MOST_DIGITS = 9;

/** As `Number` does; small integers, which most are, without asking the engine. */
function numberOf(text: string): number {
  if (text.length > MOST_DIGITS) return Number(text);
  let number = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number(text);
    number = number * 10 + digit;
  }
  return number;
}
