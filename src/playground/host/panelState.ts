import type { Conversation, Failure } from '../conversation';
import type { Attachment, ModelInfo, PlaygroundState, Waiting } from '../protocol';
import { USUAL_MODE } from '../modes';
import { modeInfos } from './modes/modeInfos';
import { unsentInMode } from './modes/unsentInMode';
import { promptFileName } from './prompts/promptFileName';
import type { SessionServices } from './services';
import { connectionInfo, connectionOf, versionOf } from './setup';

export interface PanelStateParts {
  readonly model: ModelInfo | undefined;
  readonly attachments: readonly Attachment[];
  /** Id of the turn that streams. */
  readonly streaming: string | undefined;
  readonly waiting: Waiting | undefined;
  readonly notice: Failure | undefined;
  readonly undo: PlaygroundState['undo'];
}

/** A conversation and what belongs to it, as one snapshot for the panel. */
export function panelState(
  services: Pick<SessionServices, 'connections' | 'emulator' | 'l10n' | 'tokenMeter'>,
  conversation: Conversation,
  { model, attachments, streaming, waiting, notice, undo }: PanelStateParts,
): PlaygroundState {
  const connection = connectionOf(conversation, services.connections);
  const version = versionOf(conversation, connection, model?.methods);
  const { author, oneText } = conversation;
  return {
    conversation: conversation.id,
    title: conversation.title,
    ...(connection && {
      connection: connectionInfo(connection, services.emulator, services.l10n),
    }),
    ...(model && { model }),
    version,
    mode: conversation.mode ?? USUAL_MODE,
    modes: modeInfos(model, services.l10n),
    ...(author !== undefined && { author }),
    ...(oneText && { oneText }),
    settings: conversation.settings,
    unsent: unsentInMode(conversation, { version, methods: model?.methods }, services.l10n),
    variables: conversation.variables ?? {},
    ...(conversation.promptFile !== undefined && {
      promptFile: promptFileName(conversation.promptFile),
    }),
    tokenMeter: services.tokenMeter(),
    turns: conversation.turns,
    attachments,
    ...(streaming !== undefined && { streaming }),
    ...(waiting && { waiting }),
    ...(undo && { undo }),
    ...(notice && { notice }),
  };
}
