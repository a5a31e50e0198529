import type { Conversation, Failure } from '../conversation';
import type { Attachment, ModelInfo, PlaygroundState, Waiting } from '../protocol';
import { USUAL_MODE } from '../modes';
import { modeInfos } from './modes/modeInfos';
import { promptFileName } from './prompts/promptFileName';
import { unsentSettings } from './requestBody';
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
  services: Pick<SessionServices, 'connections' | 'emulator' | 'l10n' | 'tokenMeter'>,
  conversation: Conversation,
  { model, attachments, streaming, waiting, notice }: PanelStateParts,
): PlaygroundState {
  const connection = connectionOf(conversation, services.connections);
  const version = versionOf(conversation, connection);
  return {
    conversation: conversation.id,
    title: conversation.title,
    ...(connection && {
      connection: connectionInfo(connection, services.emulator, services.l10n),
    }),
    ...(model && { model }),
    version,
    mode: conversation.mode ?? USUAL_MODE,
    modes: modeInfos(model, version, services.l10n),
    settings: conversation.settings,
    unsent: unsentSettings(conversation.settings, version, conversation.model),
    variables: conversation.variables ?? {},
    ...(conversation.promptFile !== undefined && {
      promptFile: promptFileName(conversation.promptFile),
    }),
    tokenMeter: services.tokenMeter(),
    turns: conversation.turns,
    attachments,
    ...(streaming !== undefined && { streaming }),
    ...(waiting && { waiting }),
    ...(notice && { notice }),
  };
}
