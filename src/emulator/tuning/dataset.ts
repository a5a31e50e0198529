import type { Message } from '../../api/schema/infer';
import { textLength, maxLength } from '../../api/schema/limits';
import { embed, pack, packedCosine, vectorOf } from '../embedder';
import { findRecord, nameIn } from '../records';
import { withoutTriggers } from '../triggers';
import type { HandlerContext } from '../handlerContext';

type Example = Message<'TuningExample'>;

const MAX_INPUT_LENGTH = maxLength('TuningExample', 'textInput');
const MAX_OUTPUT_LENGTH = maxLength('TuningExample', 'output');
const MAX_PROBLEMS = 100;

/** Maximum number of stored examples, to keep the creation fast. */
const REMEMBERED = 5000;
const SIZE = 384;
/** Minimum cosine of a match, such as the same words in a different order or with different endings. */
const NEAR = 0.6;

/** Returns the problems of training data as bullets. The caller has checked that outputs exist. */
export function datasetProblems(
  dataset: Message<'Dataset'> | undefined,
  at: string,
): readonly string[] {
  if (!dataset?.examples) {
    return [`* ${at}.dataset: required oneof field 'dataset' must have one initialized field`];
  }
  const examples = dataset.examples.examples ?? [];
  if (examples.length === 0) return [`* ${at}.examples.examples: examples is not specified`];
  const problems: string[] = [];
  for (const [index, example] of examples.entries()) {
    problems.push(...exampleProblems(example, `${at}.examples.examples[${index}]`));
    if (problems.length >= MAX_PROBLEMS) break;
  }
  return problems;
}

function exampleProblems({ textInput, output = '' }: Example, at: string): readonly string[] {
  if (textInput === undefined) {
    const problem = "required oneof field 'model_input' must have one initialized field";
    return [`* ${at}.model_input: ${problem}`];
  }
  if (textInput === '') return [`* ${at}.text_input: must not be empty`];
  return [
    ...tooLong(textInput, MAX_INPUT_LENGTH, `${at}.text_input`),
    ...tooLong(output, MAX_OUTPUT_LENGTH, `${at}.output`),
  ];
}

/** Counts characters, not UTF-16 code units. */
function tooLong(text: string, most: number, at: string): readonly string[] {
  const length = textLength(text, most);
  return length <= most ? [] : [`* ${at}: must have at most ${most} characters, and has ${length}`];
}

/** Returns the problems of input to a tuned model, which has the length limit of examples. */
export function inputProblems(text: string, at: string): readonly string[] {
  return tooLong(text, MAX_INPUT_LENGTH, at);
}

export function keepExamples(
  world: HandlerContext,
  model: string,
  examples: readonly Example[],
): void {
  for (const [index, { textInput = '', output = '' }] of examples.slice(0, REMEMBERED).entries()) {
    const vector = pack(vectorOf(textInput, SIZE), 0);
    const name = nameIn(model, 'examples', String(index));
    const resource = { textInput, output };
    world.state.insert('examples', { name, parent: model, resource, hidden: {}, vector });
  }
}

/** Returns the output of the example closest to text. Undefined if none is close. */
export function recallExample(
  world: HandlerContext,
  model: string,
  text: string,
): string | undefined {
  const wanted = embed(withoutTriggers(text), SIZE);
  const score = (vector: Uint8Array): number | undefined => {
    const cosine = packedCosine(wanted, vector, 0);
    return cosine !== undefined && cosine >= NEAR ? cosine : undefined;
  };
  for (const { name } of world.state.nearest('examples', model, score)) {
    const output = (findRecord(world, 'examples', name)?.resource as Example | undefined)?.output;
    if (output !== undefined) return output;
  }
  return undefined;
}
