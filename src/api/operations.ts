import {
  batchOperations,
  modelBatchOperations,
  tunedModelBatchOperations,
} from './operations/batches';
import { cachedContentOperations } from './operations/cachedContents';
import { chunkOperations, corporaOperations, documentOperations } from './operations/corpora';
import { fileOperations } from './operations/files';
import { fileSearchStoreOperations } from './operations/fileSearchStores';
import { legacyOperations } from './operations/legacy';
import { longRunningOperations } from './operations/longRunning';
import { modelOperations } from './operations/models';
import { permissionOperations } from './operations/permissions';
import type { OperationRow } from './operations/row';
import { tunedModelOperations } from './operations/tunedModels';
import type { Version } from './versions';

/** THE TABLE: one row per operation of the service; a row and one of its versions is one REST method. */
export const operations = {
  ...modelOperations,
  ...modelBatchOperations,
  ...legacyOperations,
  ...tunedModelOperations,
  ...tunedModelBatchOperations,
  ...corporaOperations,
  ...documentOperations,
  ...chunkOperations,
  ...permissionOperations,
  ...fileOperations,
  ...cachedContentOperations,
  ...fileSearchStoreOperations,
  ...batchOperations,
  ...longRunningOperations,
} as const satisfies { readonly [id: string]: OperationRow };

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

/**
 * The version an operation is sent to: the preferred one where the row has it, else the first of
 * v1beta, v1, v1beta3 that does.
 */
export function versionFor(row: OperationRow, preferred: Version): Version {
  const [first] = row.versions;
  if (row.versions.includes(preferred) || first === undefined) return preferred;
  return first;
}
