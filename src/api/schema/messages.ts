import { agentMessages } from './agent';
import { credentialMessages } from './credential';
import { decisionMessages } from './decision';
import { environmentMessages } from './environment';
import { triggerMessages } from './trigger';
import { voiceMessages } from './voice';
import { webhookMessages } from './webhook';
import { authTokenMessages } from './authToken';
import { batchMessages } from './batch';
import { cachedContentMessages } from './cachedContent';
import { callMessages } from './calls';
import { contentMessages } from './content';
import { countMessages } from './count';
import { functionMessages } from './functions';
import { generateMessages } from './generate';
import { generationConfigMessages } from './generationConfig';
import { groundingMessages } from './grounding';
import { answerMessages } from './answer';
import { responseFormatMessages } from './responseFormat';
import { safetyMessages } from './safety';
import { speechMessages } from './speech';
import { messageMessages, textMessages } from './legacy';
import { fileSearchMessages } from './fileSearch';
import { fileMessages, modelMessages } from './model';
import { chunkBatchMessages, queryMessages, retrievalMessages } from './retrieval';
import { permissionMessages } from './permission';
import { tunedModelMessages } from './tunedModel';
import { embedMessages } from './embed';
import { predictMessages } from './predict';
import { type Edition, versionOf } from '../versions';
import { interactionMessages } from './interactions';
import { liveMessages } from './live';
import { liveMusicMessages } from './liveMusic';
import { longRunningMessages, rpcMessages } from './rpc';
import type { EnumRow, MessageFamily, MessageRow, TypeRow, UnionRow } from './row';
import { toolMessages } from './tool';

/** THE MESSAGES: every message and enumeration that the operations use, by the service's own name. */
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
/** Name of a message, or of a union, which is one where a body or an answer has several forms; not of an enumeration. */
export type MessageName = {
  [N in keyof Messages]: Messages[N] extends MessageRow | UnionRow ? N : never;
}[keyof Messages];

/** The row of a message, an enumeration or a union, or undefined for a scalar kind. */
export function findType(name: string): TypeRow | undefined {
  return Object.hasOwn(messages, name) ? messages[name as keyof Messages] : undefined;
}

export function isEnum(row: TypeRow): row is EnumRow {
  return 'values' in row;
}

export function isUnion(row: TypeRow): row is UnionRow {
  return 'oneOf' in row;
}

/** The row of a message; undefined for whatever else has the name. */
export function findMessage(name: string): MessageRow | undefined {
  const row = findType(name);
  return row && 'fields' in row ? row : undefined;
}

/** The full name of a type: shared ones have it already, the service's own are named by version. */
export function typeName(name: string, version: Edition): string {
  return name.startsWith('google.')
    ? name
    : `google.ai.generativelanguage.${versionOf(version)}.${name}`;
}
