import type { Version } from '../../../api/versions';
import type { L10n } from '../../../platform/l10n';
import type { Conversation, KeptAttachment, Turn } from '../../conversation';
import { PROMPT_ENDING, type PromptFile, type PromptMessage } from '../../promptFile';
import type { Variables } from '../../variables';
import { partsOf } from '../attachments/partsOf';
import { newId } from '../conversationFile';
import { newConversation } from '../transcript';
import { promptFileName } from './promptFileName';

export interface PromptPlace {
  readonly uri: string;
  readonly sha256: string;
  /** Id of the connection that it goes to; empty where there is none. */
  readonly connection: string;
  readonly variables: Variables;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly l10n: L10n;
}

/**
 * A prompt as a conversation of the playground.
 * @param attached what goes with each message, by its index
 */
export function promptConversation(
  { name, mode, oneText, model, version, settings, messages }: PromptFile,
  attached: readonly (readonly KeptAttachment[])[],
  { uri, sha256, connection, variables, now, l10n }: PromptPlace,
): Conversation {
  const beginning = {
    connection,
    model,
    settings,
    ...(version && { version: version as Version }),
  };
  return {
    ...newConversation(beginning, now, l10n),
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
  const { parts: files, attached } = partsOf(attachments);
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
