import type { ExampleMapping } from './example';

// As files for this service and for others name them, the surest first.
const INPUTS = [
  'textinput',
  'text_input',
  'input',
  'prompt',
  'question',
  'instruction',
  'source',
  'text',
];
const OUTPUTS = [
  'output',
  'text_output',
  'completion',
  'answer',
  'response',
  'target',
  'label',
  'expected',
];

/** What the columns of a file most likely are; undefined where there are not two. */
export function guessColumns(columns: readonly string[]): ExampleMapping | undefined {
  if (columns.length < 2) return undefined;
  const named = (names: readonly string[]): string | undefined => {
    const found = names.map((name) => columns.find((one) => one.toLowerCase() === name));
    return found.find((one) => one !== undefined);
  };
  const output = named(OUTPUTS);
  const input = named(INPUTS) ?? columns.find((one) => one !== output) ?? '';
  const rest = columns.find((one) => one !== input) ?? '';
  return { input, output: output === undefined || output === input ? rest : output };
}
