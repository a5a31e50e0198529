import { chunkBatchExamples } from './chunkBatchExamples';
import { chunkExamples } from './chunkExamples';
import { corporaExamples } from './corporaExamples';
import { corporaPermissionsExamples } from './corporaPermissionsExamples';
import { documentExamples } from './documentExamples';
import type { Example } from './example';
import { filesExamples } from './filesExamples';
import { generateExamples } from './generateExamples';
import { legacyExamples } from './legacyExamples';
import { modelsExamples } from './modelsExamples';

/** The literal example of every operation in each of its versions. */
export const examples: readonly Example[] = [
  ...modelsExamples,
  ...generateExamples,
  ...legacyExamples,
  ...corporaExamples,
  ...documentExamples,
  ...chunkExamples,
  ...chunkBatchExamples,
  ...corporaPermissionsExamples,
  ...filesExamples,
];
