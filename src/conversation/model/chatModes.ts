import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import type { Turn } from './conversation';
import { ASKING, chatTurns, type ModeCall, type ModeRow, type ModeSettings } from './modeRow';
import { isResult } from './turns';

const CHAT_SETTINGS: ModeSettings = {
  mode: 'chat',
  shared: {
    systemInstruction: 'systemInstruction',
    temperature: 'generationConfig.temperature',
    topP: 'generationConfig.topP',
    topK: 'generationConfig.topK',
    maxOutputTokens: 'generationConfig.maxOutputTokens',
    stopSequences: 'generationConfig.stopSequences',
    includeThoughts: 'generationConfig.thinkingConfig.includeThoughts',
  },
  madeOfTurns: ['model', 'contents'],
};

const INTERACTION_SETTINGS: ModeSettings = {
  mode: 'interaction',
  shared: {
    systemInstruction: 'system_instruction',
    temperature: 'generation_config.temperature',
    topP: 'generation_config.top_p',
    maxOutputTokens: 'generation_config.max_output_tokens',
    stopSequences: 'generation_config.stop_sequences',
  },
  madeOfTurns: [
    'model',
    'input',
    'previous_interaction_id',
    'continuation_token',
    'stream',
    'store',
    'background',
  ],
  isPlainInstruction: true,
};

export const chatMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Chat'),
  detail: () => l10n.t('Sends the complete conversation with each message.'),
  icon: 'comment-discussion',
  calls: generating(chatTurns),
  settings: CHAT_SETTINGS,
  isChat: true,
};

export const interactionMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Interaction'),
  detail: () => l10n.t('Shows each step of the model or agent. Can run in the background.'),
  icon: 'type-hierarchy-sub',
  calls: [
    {
      operation: 'interactions.create',
      method: 'generateContent',
      turns: chatTurns,
      read: readContent,
    },
  ],
  settings: INTERACTION_SETTINGS,
  isChat: true,
  hasSteps: true,
};

export const promptMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Single turn'),
  detail: () => l10n.t('Sends each message on its own, with the same settings.'),
  icon: 'comment',
  calls: generating(lastMessage),
  settings: CHAT_SETTINGS,
  isChat: true,
};

function generating(turns: NonNullable<ModeCall['turns']>): readonly ModeCall[] {
  const same = { method: 'generateContent', turns, read: readContent };
  const count = { operation: 'models.countTokens', body: countWholeRequest } as const;
  return [
    {
      ...same,
      operation: 'models.streamGenerateContent',
      count,
      when: ({ settings }) => !settings.whole,
    },
    { ...same, operation: 'models.generateContent', count },
    { ...same, operation: 'tunedModels.generateContent' },
  ];
}

function lastMessage(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  return turns.slice(Math.max(last, 0));
}

/** Counts the full request, because instructions, tools, and schemas use tokens too. */
function countWholeRequest(model: string, body: JsonObject): JsonObject {
  return { generateContentRequest: { model, ...body } };
}

function readContent(answer: JsonObject): JsonObject {
  return answer;
}
