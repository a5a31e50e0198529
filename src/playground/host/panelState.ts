import type { Conversation, Failure } from '../conversation';
import type { Attachment, ModelInfo, PlaygroundState, Waiting } from '../protocol';
import type { SessionServices } from './services';
import { connectionInfo, connectionOf, versionOf } from './setup';

export interface PanelStateParts {
  readonly model: ModelInfo | undefined;
  readonly attachments: readonly Attachment[];
  /** Id of the turn that streams. */
  readonly streaming: string | undefined;
  readonly waiting: Waiting | undefined;
  readonly notice: Failure | undefined;
}

/** A conversation and what belongs to it, as one snapshot for the panel. */
export function panelState(
  services: Pick<SessionServices, 'connections' | 'emulator' | 'l10n'>,
  conversation: Conversation,
  { model, attachments, streaming, waiting, notice }: PanelStateParts,
): PlaygroundState {
  const connection = connectionOf(conversation, services.connections);
  return {
    conversation: conversation.id,
    title: conversation.title,
    ...(connection && {
      connection: connectionInfo(connection, services.emulator, services.l10n),
    }),
    ...(model && { model }),
    version: versionOf(conversation, connection),
    settings: conversation.settings,
    turns: conversation.turns,
    attachments,
    ...(streaming !== undefined && { streaming }),
    ...(waiting && { waiting }),
    ...(notice && { notice }),
  };
}
