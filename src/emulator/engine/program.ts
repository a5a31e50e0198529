import { sumIn } from './arithmetic';
import { words } from './words';

/** How a program ends. */
export type RunEnd = 'ok' | 'fail' | 'timeout';

/** A program, as a model writes one and its sandbox runs it. */
export interface Run {
  readonly code: string;
  readonly outcome: 'OUTCOME_OK' | 'OUTCOME_FAILED' | 'OUTCOME_DEADLINE_EXCEEDED';
  readonly output: string;
  /** What is plotted, where something is. */
  readonly plotted?: readonly number[];
}

const TASK =
  /\b(calculat|comput|run|execut|code|python|program|sum|plot|chart|graph|diagram|count|how many|how much)/i;
const PLOT = /\b(plot|chart|graph|diagram)/i;
const SECONDS = 30;

/** Whether a prompt asks for something that a program can find out. */
export function asksToRun(prompt: string): boolean {
  return TASK.test(prompt.slice(0, 2000)) || sumIn(prompt) !== undefined;
}

/**
 * The program that a prompt asks for, and what it prints: the sum in the prompt, a chart of the lengths
 * of its words, or their number. The emulator runs nothing: it knows what these few programs do.
 */
export function runFor(prompt: string, end: RunEnd, isPlot: boolean): Run {
  const said = words(prompt).slice(0, 12);
  if (end === 'timeout') {
    const output = `Execution timed out after ${SECONDS} seconds.`;
    return { code: 'while True:\n    pass\n', outcome: 'OUTCOME_DEADLINE_EXCEEDED', output };
  }
  if (end === 'fail') return failure('print(undefined_name)', undefinedName);
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

const undefinedName = "NameError: name 'undefined_name' is not defined";

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
