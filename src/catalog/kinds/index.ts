import type { KindRow } from '../kindRow';
import { agent, interaction } from './interactionAndAgent';
import { batch } from './batch';
import { cachedContent } from './cachedContent';
import { chunk, corpus, document } from './corpora';
import { fileSearchDocument, fileSearchStore } from './fileSearch';
import { environment, environmentFile } from './environment';
import { file } from './file';
import { model } from './model';
import {
  corpusPermission,
  operation,
  tunedModel,
  tunedModelOperation,
  tunedModelPermission,
} from './tuningAndPermissions';
import { credential, webhook } from './credentialAndWebhook';
import { voice } from './voice';
import { trigger, triggerExecution } from './trigger';

/** Resource types, in tree order. */
export const kinds = {
  model,
  tunedModel,
  tunedModelPermission,
  tunedModelOperation,
  corpus,
  document,
  chunk,
  corpusPermission,
  file,
  fileSearchStore,
  fileSearchDocument,
  cachedContent,
  batch,
  operation,
  interaction,
  agent,
  environment,
  environmentFile,
  trigger,
  triggerExecution,
  credential,
  voice,
  webhook,
} as const satisfies { readonly [id: string]: KindRow };

export type KindId = keyof typeof kinds;

export function kindRow(id: KindId): KindRow {
  return kinds[id];
}

export function kindIds(): readonly KindId[] {
  return Object.keys(kinds) as KindId[];
}

export function isKindId(id: unknown): id is KindId {
  return typeof id === 'string' && Object.hasOwn(kinds, id);
}

/** Returns the types directly below one, such as documents below corpora. Without argument: the top level. */
export function childKinds(parent?: KindId): readonly KindId[] {
  const start = parent === undefined ? '' : `${kinds[parent].pattern}/`;
  return kindIds().filter((id) => {
    const { pattern } = kinds[id];
    return pattern.startsWith(start) && pattern.slice(start.length).split('/').length === 2;
  });
}

export { batchCounts } from './batch';
export { displayLabel, lastId, metadataLine } from './facts';
export { endOf, FILES_QUOTA } from './file';
export { NOTES } from './interactionAndAgent';
export { PLAYGROUND_METHODS } from './model';
export { SCHEDULE_PROBLEM, scheduleText } from './trigger';
