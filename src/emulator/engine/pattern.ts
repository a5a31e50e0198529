/** What is left of the work that the patterns of one schema may make. */
export interface PatternBudget {
  left: number;
}

/** Whether a text fits; false too where the budget is used up. */
export type Pattern = (text: string, budget: PatternBudget) => boolean;

type Node =
  | { readonly kind: 'one'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'times'; readonly part: Node; readonly least: number; readonly most: number };

type Step =
  | { readonly kind: 'one'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'start' | 'end' | 'fits' }
  | { readonly kind: 'split'; to: readonly number[] };

// Characters of a pattern, groups within groups, repetitions, and steps of its program.
const [LONGEST, DEEPEST, MOST_TIMES, MOST_STEPS] = [500, 30, 1000, 2000];

const CLASSES: { readonly [letter: string]: (code: number) => boolean } = {
  d: (code) => code >= 48 && code <= 57,
  w: (code) => /^\w$/.test(String.fromCodePoint(code)),
  s: (code) => /^\s$/.test(String.fromCodePoint(code)),
};
const CONTROLS: { readonly [letter: string]: number } = {
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '0': 0,
};

/**
 * A regular expression that a caller sent, without JavaScript's engine: that one tries every way and hangs on
 * `(a+)+$`. This one follows all ways at once, so that its time grows with the length of text and pattern only.
 * Known are texts, `.`, classes, groups, `|`, repetitions, `^` and `$`. Undefined for anything else, such as
 * looking around and references back, and for what is too large.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (source.length > LONGEST) return undefined;
  try {
    const program = new Compiler().compile(new Parser(source).parse());
    return (text, budget) => run(program, text, budget);
  } catch (error) {
    if (error instanceof NotKnown) return undefined;
    throw error;
  }
}

class NotKnown extends Error {}

class Parser {
  readonly #source: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = Array.from(source);
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new NotKnown();
    return node;
  }

  #choice(): Node {
    if ((this.#depth += 1) > DEEPEST) throw new NotKnown();
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    this.#depth -= 1;
    return { kind: 'any', parts: options };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !['|', ')'].includes(this.#peek())) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'all', parts };
  }

  #atom(): Node {
    const sign = this.#next();
    if (sign === '^' || sign === '$') return { kind: sign === '^' ? 'start' : 'end' };
    if (sign === '(') return this.#group();
    if (sign === '[') return { kind: 'one', fits: this.#set() };
    if (sign === '.')
      return { kind: 'one', fits: (code) => ![10, 13, 0x2028, 0x2029].includes(code) };
    if (sign === '\\') return { kind: 'one', fits: asTest(this.#escaped()) };
    if ('*+?{}]'.includes(sign)) throw new NotKnown();
    return { kind: 'one', fits: asTest(codeOf(sign)) };
  }

  #group(): Node {
    if (this.#take('?') && !this.#take(':')) throw new NotKnown();
    const node = this.#choice();
    if (!this.#take(')')) throw new NotKnown();
    return node;
  }

  #repeated(part: Node): Node {
    const bounds = this.#bounds();
    if (!bounds) return part;
    // Whether as much or as little as possible makes no difference to whether it fits.
    this.#take('?');
    const [least, most] = bounds;
    if (least > most || least > MOST_TIMES || (most > MOST_TIMES && most < Infinity)) {
      throw new NotKnown();
    }
    return { kind: 'times', part, least, most };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (!this.#take('{')) return undefined;
    const least = this.#number();
    const most = this.#take(',') ? (this.#peek() === '}' ? Infinity : this.#number()) : least;
    if (!this.#take('}')) throw new NotKnown();
    return [least, most];
  }

  #number(): number {
    let digits = '';
    while (/^\d$/.test(this.#peek())) digits += this.#next();
    if (digits === '') throw new NotKnown();
    return Number(digits);
  }

  #set(): (code: number) => boolean {
    const isNegated = this.#take('^');
    const tests: ((code: number) => boolean)[] = [];
    while (!this.#take(']')) {
      const from = this.#inSet();
      const isRange = this.#peek() === '-' && this.#source[this.#at + 1] !== ']';
      tests.push(isRange && typeof from === 'number' ? this.#range(from) : asTest(from));
    }
    return (code) => tests.some((test) => test(code)) !== isNegated;
  }

  #range(from: number): (code: number) => boolean {
    this.#next();
    const to = this.#inSet();
    if (typeof to === 'function' || to < from) throw new NotKnown();
    return (code) => code >= from && code <= to;
  }

  #inSet(): number | ((code: number) => boolean) {
    const sign = this.#next();
    return sign === '\\' ? this.#escaped() : codeOf(sign);
  }

  #escaped(): number | ((code: number) => boolean) {
    const sign = this.#next();
    const known = CLASSES[sign.toLowerCase()];
    if (/^[dws]$/i.test(sign) && known) {
      return sign === sign.toLowerCase() ? known : (code) => !known(code);
    }
    if (sign === 'u' || sign === 'x') {
      const digits = Array.from({ length: sign === 'u' ? 4 : 2 }, () => this.#next()).join('');
      if (!/^[\da-f]+$/i.test(digits)) throw new NotKnown();
      return parseInt(digits, 16);
    }
    const control = Object.hasOwn(CONTROLS, sign) ? CONTROLS[sign] : undefined;
    if (control === undefined && /^[\da-z]$/i.test(sign)) throw new NotKnown();
    return control ?? codeOf(sign);
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const sign = this.#source[this.#at];
    if (sign === undefined) throw new NotKnown();
    this.#at += 1;
    return sign;
  }

  #take(sign: string): boolean {
    const isThere = this.#peek() === sign;
    this.#at += isThere ? 1 : 0;
    return isThere;
  }
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}

function asTest(what: number | ((code: number) => boolean)): (code: number) => boolean {
  return typeof what === 'function' ? what : (code) => code === what;
}

/** Writes a program whose steps follow each other, but for `split`. */
class Compiler {
  readonly #steps: Step[] = [];
  // Empty groups make no step.
  #visits = 0;

  compile(node: Node): readonly Step[] {
    this.#write(node);
    this.#steps.push({ kind: 'fits' });
    return this.#steps;
  }

  #write(node: Node): void {
    this.#visits += 1;
    if (this.#visits > MOST_STEPS || this.#steps.length > MOST_STEPS) throw new NotKnown();
    switch (node.kind) {
      case 'all':
        for (const part of node.parts) this.#write(part);
        break;
      case 'any':
        this.#writeAny(node.parts);
        break;
      case 'times':
        for (let count = 0; count < node.least; count += 1) this.#write(node.part);
        if (node.most === Infinity) this.#writeLoop(node.part);
        else this.#writeOptional(node.part, node.most - node.least);
        break;
      default:
        this.#steps.push(node);
    }
  }

  #writeAny(parts: readonly Node[]): void {
    const [first, ...others] = parts;
    if (!first) return;
    if (others.length === 0) {
      this.#write(first);
      return;
    }
    const split = this.#split();
    const one = this.#steps.length;
    this.#write(first);
    const leave = this.#split();
    split.to = [one, this.#steps.length];
    this.#writeAny(others);
    leave.to = [this.#steps.length];
  }

  #writeLoop(part: Node): void {
    const at = this.#steps.length;
    const split = this.#split();
    this.#write(part);
    this.#split().to = [at];
    split.to = [at + 1, this.#steps.length];
  }

  #writeOptional(part: Node, times: number): void {
    const splits = Array.from({ length: times }, () => {
      const at = this.#steps.length;
      const split = this.#split();
      this.#write(part);
      return { at, split };
    });
    for (const { at, split } of splits) split.to = [at + 1, this.#steps.length];
  }

  #split(): Extract<Step, { readonly kind: 'split' }> {
    const split = { kind: 'split' as const, to: [] as readonly number[] };
    this.#steps.push(split);
    return split;
  }
}

function run(program: readonly Step[], text: string, budget: PatternBudget): boolean {
  const codes = Array.from(text, codeOf);
  let present = new Set<number>();
  for (let at = 0; at <= codes.length; at += 1) {
    const code = codes[at];
    // It may begin anywhere.
    const reached = new Set<number>();
    const open = [0, ...present];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      budget.left -= 1;
      if (budget.left <= 0) return false;
      if (reached.has(index)) continue;
      reached.add(index);
      const step = program[index];
      if (step?.kind === 'fits') return true;
      if (step?.kind === 'split') open.push(...step.to);
      if (step?.kind === 'start' && at === 0) open.push(index + 1);
      if (step?.kind === 'end' && at === codes.length) open.push(index + 1);
    }
    present = new Set();
    for (const index of reached) {
      const step = program[index];
      if (code !== undefined && step?.kind === 'one' && step.fits(code)) present.add(index + 1);
    }
  }
  return false;
}
