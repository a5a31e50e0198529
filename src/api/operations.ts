import {
  agentOperations,
  decisionOperations,
  interactionOperations,
} from './operations/interactionsAndAgents';
import { authTokenOperations, liveOperations } from './operations/liveAndTokens';
import {
  batchOperations,
  longRunningOperations,
  modelBatchOperations,
  tunedModelBatchOperations,
} from './operations/batchesAndOperations';
import {
  cachedContentOperations,
  fileOperations,
  generatedFileOperations,
} from './operations/filesAndCaches';
import { credentialOperations, webhookOperations } from './operations/credentialsAndWebhooks';
import { environmentOperations, triggerOperations } from './operations/environmentsAndTriggers';
import { voiceOperations } from './operations/voices';
import { chunkOperations, corporaOperations, documentOperations } from './operations/corpora';
import { fileSearchStoreOperations } from './operations/fileSearchStores';
import {
  dynamicOperations,
  legacyOperations,
  mediaModelOperations,
  modelOperations,
} from './operations/models';
import { permissionOperations } from './operations/permissions';
import type { OperationRow } from './operations/row';
import { tunedModelOperations } from './operations/tunedModels';
import { statusIn } from './status';
import { isAvailable, type Version, VERSIONS } from './versions';

/** Operations table: one row per API method. A row and one of its versions is one REST method. */
export const operations = {
  ...modelOperations,
  ...modelBatchOperations,
  ...mediaModelOperations,
  ...legacyOperations,
  ...dynamicOperations,
  ...tunedModelOperations,
  ...tunedModelBatchOperations,
  ...corporaOperations,
  ...documentOperations,
  ...chunkOperations,
  ...permissionOperations,
  ...fileOperations,
  ...generatedFileOperations,
  ...cachedContentOperations,
  ...fileSearchStoreOperations,
  ...batchOperations,
  ...longRunningOperations,
  ...authTokenOperations,
  ...interactionOperations,
  ...decisionOperations,
  ...agentOperations,
  ...environmentOperations,
  ...triggerOperations,
  ...credentialOperations,
  ...voiceOperations,
  ...webhookOperations,
} as const satisfies { readonly [id: string]: OperationRow };

export const sessions: { readonly [id: string]: OperationRow } = liveOperations;

export type SessionId = keyof typeof liveOperations;

export function isSessionId(id: string): id is SessionId {
  return Object.hasOwn(sessions, id);
}

export type Operations = typeof operations;
export type OperationId = keyof Operations;

export function operationRow(id: OperationId): OperationRow {
  return operations[id];
}

export function operationIds(): readonly OperationId[] {
  return Object.keys(operations) as OperationId[];
}

export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

export function versionsOf(row: OperationRow): readonly Version[] {
  return VERSIONS.filter((version) => isAvailable(row, version));
}

/**
 * Returns the preferred version if available, else the first documented one. Undocumented versions are used only on
 * request.
 */
export function versionFor(row: OperationRow, preferred: Version): Version {
  const known = versionsOf(row);
  const certain = known.filter((version) => statusIn(row, version).stage !== 'unconfirmed');
  const [first = preferred] = certain.length > 0 ? certain : known;
  return certain.includes(preferred) ? preferred : first;
}
