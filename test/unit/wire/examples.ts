import { answerExamples } from './answerExamples';
import { batchesExamples } from './batchesExamples';
import { cachedContentsExamples } from './cachedContentsExamples';
import { authTokensExamples } from './authTokensExamples';
import { chunkBatchExamples } from './chunkBatchExamples';
import { chunkExamples } from './chunkExamples';
import { corporaExamples } from './corporaExamples';
import { corporaPermissionsExamples } from './corporaPermissionsExamples';
import { documentExamples } from './documentExamples';
import { embedExamples } from './embedExamples';
import type { Example } from './example';
import { fileSearchStoresExamples } from './fileSearchStoresExamples';
import { fileSearchUploadExamples } from './fileSearchUploadExamples';
import { filesExamples } from './filesExamples';
import { generateExamples } from './generateExamples';
import { generatedExamples } from './generatedExamples';
import { legacyExamples } from './legacyExamples';
import { longRunningExamples } from './longRunningExamples';
import { modelsExamples } from './modelsExamples';
import { tunedGenerateExamples } from './tunedGenerateExamples';
import { tunedModelsExamples } from './tunedModelsExamples';
import { tunedPermissionsExamples } from './tunedPermissionsExamples';

import { agentsExamples } from './agentsExamples';
import { decisionsExamples } from './decisionsExamples';
import { environmentsExamples } from './environmentsExamples';
import { triggersExamples } from './triggersExamples';
import { credentialsExamples } from './credentialsExamples';
import { voicesExamples } from './voicesExamples';
import { webhooksExamples } from './webhooksExamples';
import { interactionsExamples } from './interactionsExamples';

/** The literal example of every operation in each of its versions. */
export const examples: readonly Example[] = [
  ...modelsExamples,
  ...generateExamples,
  ...legacyExamples,
  ...embedExamples,
  ...answerExamples,
  ...tunedModelsExamples,
  ...tunedGenerateExamples,
  ...tunedPermissionsExamples,
  ...longRunningExamples,
  ...corporaExamples,
  ...documentExamples,
  ...chunkExamples,
  ...chunkBatchExamples,
  ...corporaPermissionsExamples,
  ...filesExamples,
  ...cachedContentsExamples,
  ...fileSearchStoresExamples,
  ...fileSearchUploadExamples,
  ...batchesExamples,
  ...authTokensExamples,
  ...generatedExamples,
  ...decisionsExamples,
  ...agentsExamples,
  ...environmentsExamples,
  ...triggersExamples,
  ...credentialsExamples,
  ...voicesExamples,
  ...webhooksExamples,
  ...interactionsExamples,
];
