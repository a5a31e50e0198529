import { words } from '../text';

export type RunEnd = 'ok' | 'fail' | 'timeout';

export interface Run {
  readonly code: string;
  readonly outcome: 'OUTCOME_OK' | 'OUTCOME_FAILED' | 'OUTCOME_DEADLINE_EXCEEDED';
  readonly output: string;
  readonly plotted?: readonly number[];
}

const TASK =
  /\b(calculat|comput|run|execut|code|python|program|sum|plot|chart|graph|diagram|count|how many|how much)/i;
const PLOT = /\b(plot|chart|graph|diagram)/i;
const SECONDS = 30;

export function asksToRun(prompt: string): boolean {
  return TASK.test(prompt.slice(0, 2000)) || sumIn(prompt) !== undefined;
}

/**
 * Returns code for a prompt and its output: a sum, a chart of word lengths, or a word count. Executes
 * nothing, as the output is known in advance.
 */
export function runFor(prompt: string, end: RunEnd, isPlot: boolean): Run {
  const said = words(prompt).slice(0, 12);
  if (end === 'timeout') {
    const output = `Execution timed out after ${SECONDS} seconds.`;
    return { code: 'while True:\n    pass\n', outcome: 'OUTCOME_DEADLINE_EXCEEDED', output };
  }
  if (end === 'fail') {
    return failure('print(undefined_name)', "NameError: name 'undefined_name' is not defined");
  }
  const sum = sumIn(prompt);
  if (isPlot || PLOT.test(prompt.slice(0, 2000))) return plot(said);
  if (!sum) {
    const code = `words = ${JSON.stringify(said.join(' '))}.split()\nprint(len(words))\n`;
    return { code, outcome: 'OUTCOME_OK', output: `${said.length}\n` };
  }
  const line = `print(${sum.expression})`;
  if (sum.result === undefined) return failure(line, 'ZeroDivisionError: division by zero');
  return { code: `${line}\n`, outcome: 'OUTCOME_OK', output: `${sum.result}\n` };
}

function failure(line: string, error: string): Run {
  const output = `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n${error}\n`;
  return { code: `${line}\n`, outcome: 'OUTCOME_FAILED', output };
}

function plot(said: readonly string[]): Run {
  const values = said.length > 0 ? said.map((word) => Array.from(word).length) : [1, 2, 3];
  const code = [
    'import matplotlib.pyplot as plt',
    '',
    `values = [${values.join(', ')}]`,
    'plt.bar(range(len(values)), values)',
    'plt.show()',
    'print(max(values))',
    '',
  ].join('\n');
  return { code, outcome: 'OUTCOME_OK', output: `${Math.max(...values)}\n`, plotted: values };
}

// Digits, operators and parentheses without other text, with an operator between numbers.
const EXPRESSION = /[-(\d][\d\s.()*/+-]{2,100}/g;
const TOKEN = /\d+(?:\.\d+)?|[-+*/()]/g;
const BETWEEN = /\d\s*\)*\s*[-+*/]\s*[-(]*\s*\d/;

interface Sum {
  readonly expression: string;
  readonly result: string | undefined;
}

/** Returns the first expression in text, such as `(2 + 3) * 4`. Undefined if there is none. */
function sumIn(text: string): Sum | undefined {
  for (const [found] of text.slice(0, 2000).matchAll(EXPRESSION)) {
    const expression = found.trim().replace(/[-+*/.(\s]+$/, '');
    if (!BETWEEN.test(expression)) continue;
    const tokens = expression.match(TOKEN) ?? [];
    if (tokens.join('') !== expression.replace(/\s+/g, '')) continue;
    const value = new SumReader(tokens).read();
    if (value === undefined) continue;
    if (!Number.isFinite(value)) return { expression, result: undefined };
    // Python integers are exact, JavaScript numbers aren't.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) continue;
    const isFloat = /[./]/.test(expression);
    if (Math.abs(value) < 1e-4 && value !== 0) continue;
    return { expression, result: `${value}${isFloat && Number.isInteger(value) ? '.0' : ''}` };
  }
  return undefined;
}

class SumReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** Undefined if invalid; not finite for a division by zero. */
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
