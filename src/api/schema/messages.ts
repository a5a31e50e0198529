import { agentMessages, environmentMessages } from './agentAndEnvironment';
import { credentialMessages } from './credential';
import { decisionMessages } from './decision';
import { triggerMessages } from './trigger';
import { voiceMessages } from './voice';
import { webhookMessages } from './webhook';
import { authTokenMessages } from './authToken';
import { batchMessages } from './batch';
import { cachedContentMessages, contentMessages } from './contentAndCache';
import { callMessages, functionMessages } from './functions';
import { countMessages, embedMessages } from './embedAndCount';
import { generateMessages } from './generate';
import { generationConfigMessages } from './generationConfig';
import { groundingMessages, safetyMessages } from './safetyAndGrounding';
import { answerMessages, predictMessages } from './predictAndAnswer';
import { responseFormatMessages } from './responseFormat';
import { speechMessages } from './speech';
import { messageMessages, textMessages } from './legacy';
import { fileSearchMessages } from './fileSearch';
import { fileMessages, modelMessages } from './model';
import { chunkBatchMessages, queryMessages, retrievalMessages } from './retrieval';
import { permissionMessages, tunedModelMessages } from './tunedModelAndPermission';
import { type Edition, versionOf } from '../versions';
import { interactionMessages } from './interactions';
import { liveMessages } from './live';
import { liveMusicMessages } from './liveMusic';
import { longRunningMessages, rpcMessages } from './rpc';
import type { EnumRow, MessageFamily, MessageRow, TypeRow, UnionRow } from './row';
import { toolMessages } from './tool';

export const messages = {
  ...modelMessages,
  ...contentMessages,
  ...callMessages,
  ...toolMessages,
  ...functionMessages,
  ...safetyMessages,
  ...generateMessages,
  ...generationConfigMessages,
  ...responseFormatMessages,
  ...speechMessages,
  ...groundingMessages,
  ...countMessages,
  ...textMessages,
  ...messageMessages,
  ...retrievalMessages,
  ...chunkBatchMessages,
  ...queryMessages,
  ...permissionMessages,
  ...tunedModelMessages,
  ...fileMessages,
  ...cachedContentMessages,
  ...fileSearchMessages,
  ...batchMessages,
  ...embedMessages,
  ...predictMessages,
  ...authTokenMessages,
  ...answerMessages,
  ...liveMessages,
  ...liveMusicMessages,
  ...interactionMessages,
  ...decisionMessages,
  ...agentMessages,
  ...environmentMessages,
  ...triggerMessages,
  ...credentialMessages,
  ...voiceMessages,
  ...webhookMessages,
  ...longRunningMessages,
  ...rpcMessages,
} as const satisfies MessageFamily;

export type Messages = typeof messages;
/** Name of a message or union, not an enum. */
export type MessageName = {
  [N in keyof Messages]: Messages[N] extends MessageRow | UnionRow ? N : never;
}[keyof Messages];

/** Returns the row of a message, enum, or union. Undefined for scalars. */
export function findType(name: string): TypeRow | undefined {
  return Object.hasOwn(messages, name) ? messages[name as keyof Messages] : undefined;
}

export function isEnum(row: TypeRow): row is EnumRow {
  return 'values' in row;
}

export function isUnion(row: TypeRow): row is UnionRow {
  return 'oneOf' in row;
}

/** Returns the row of a message. Undefined for other types. */
export function findMessage(name: string): MessageRow | undefined {
  const row = findType(name);
  return row && 'fields' in row ? row : undefined;
}

/** Returns the full protobuf name: shared types are already qualified, others depend on the version. */
export function typeName(name: string, version: Edition): string {
  return name.startsWith('google.')
    ? name
    : `google.ai.generativelanguage.${versionOf(version)}.${name}`;
}
