import type { Version } from '../../api/versions';
import type { Conversation, KeptAttachment, Turn } from '../model/conversation';
import {
  PROMPT_ENDING,
  type PromptFile,
  type PromptMessage,
  promptFileName,
} from '../model/promptFile';
import type { Variables } from '../model/variables';
import { attachedParts } from '../attachments/attachmentEntry';
import { newId } from '../store/conversationFile';
import { newConversation } from '../store/transcript';

export interface PromptPlace {
  readonly uri: string;
  readonly sha256: string;
  /** Id of the connection that it goes to; empty where there is none. */
  readonly connection: string;
  readonly variables: Variables;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * A prompt as a conversation of the playground.
 * @param attached what goes with each message, by its index
 */
export function promptConversation(
  { name, mode, oneText, model, version, settings, messages }: PromptFile,
  attached: readonly (readonly KeptAttachment[])[],
  { uri, sha256, connection, variables, now }: PromptPlace,
): Conversation {
  const beginning = {
    connection,
    model,
    settings,
    ...(version && { version: version as Version }),
  };
  return {
    ...newConversation(beginning, now),
    title: name ?? promptFileName(uri).slice(0, -PROMPT_ENDING.length),
    ...(mode && { mode }),
    ...(oneText && { oneText }),
    variables,
    promptFile: uri,
    promptSha256: sha256,
    turns: messages.map((message, at) => turnOf(message, attached[at] ?? [], model, version)),
  };
}

function turnOf(
  { role, author, text = '', parts = [] }: PromptMessage,
  attachments: readonly KeptAttachment[],
  model: string,
  version: string | undefined,
): Turn {
  const { parts: files, attached } = attachedParts(attachments);
  const words = text === '' ? [] : [{ text }];
  const content = { role, parts: [...files, ...parts, ...words] };
  const id = newId();
  if (role === 'user') {
    const known = { ...(attached.length > 0 && { attached }), ...(author && { author }) };
    return { id, role, content, ...known };
  }
  return {
    ...{ id, role, content, model, version: (version ?? 'v1beta') as Version },
    // It stands in the file as it is.
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}
