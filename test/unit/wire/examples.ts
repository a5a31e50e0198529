import type { Example } from './example';
import { generateExamples } from './generateExamples';
import { legacyExamples } from './legacyExamples';
import { modelsExamples } from './modelsExamples';

/** The literal example of every operation in each of its versions. */
export const examples: readonly Example[] = [
  ...modelsExamples,
  ...generateExamples,
  ...legacyExamples,
];
