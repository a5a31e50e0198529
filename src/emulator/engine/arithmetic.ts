// Digits, operators and parentheses in one piece of a text, with at least one operator between numbers.
const EXPRESSION = /[-(\d][\d\s.()*/+-]{2,100}/g;
const TOKEN = /\d+(?:\.\d+)?|[-+*/()]/g;
const BETWEEN = /\d\s*\)*\s*[-+*/]\s*[-(]*\s*\d/;

/** An expression and what Python prints for it. */
export interface Sum {
  readonly expression: string;
  /** Undefined where it divides by zero. */
  readonly result: string | undefined;
}

/** The first sum that a text asks for, such as `(2 + 3) * 4`. Undefined where there is none. */
export function sumIn(text: string): Sum | undefined {
  for (const [found] of text.slice(0, 2000).matchAll(EXPRESSION)) {
    // A full stop after it ends the sentence.
    const expression = found.trim().replace(/[-+*/.(\s]+$/, '');
    if (!BETWEEN.test(expression)) continue;
    const tokens = expression.match(TOKEN) ?? [];
    if (tokens.join('') !== expression.replace(/\s+/g, '')) continue;
    const value = new Reader(tokens).read();
    if (value === undefined) continue;
    if (!Number.isFinite(value)) return { expression, result: undefined };
    // Beyond, Python is exact and we are not.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) continue;
    const isFloat = /[./]/.test(expression);
    if (Math.abs(value) < 1e-4 && value !== 0) continue;
    return { expression, result: `${value}${isFloat && Number.isInteger(value) ? '.0' : ''}` };
  }
  return undefined;
}

/** Reads sums, products, signs and parentheses by recursive descent over at most 100 tokens. */
class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** Undefined where it is no expression; not finite where it divides by zero. */
  read(): number | undefined {
    const value = this.#sum();
    return this.#at === this.#tokens.length && !Number.isNaN(value) ? value : undefined;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      const next = this.#product();
      value = sign === '+' ? value + next : value - next;
    }
    return value;
  }

  #product(): number {
    let value = this.#factor();
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/')) {
      const next = this.#factor();
      if (sign === '/' && next === 0) return Number.POSITIVE_INFINITY;
      value = sign === '*' ? value * next : value / next;
    }
    return value;
  }

  #factor(): number {
    if (this.#take('-')) return -this.#factor();
    if (this.#take('(')) {
      const value = this.#sum();
      return this.#take(')') ? value : Number.NaN;
    }
    const token = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    return /^\d/.test(token) ? Number(token) : Number.NaN;
  }

  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !signs.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }
}
