import type { SettingsMode } from './conversation';

/** The settings that all modes share, where their requests have them. */
export type SharedField =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'maxOutputTokens'
  | 'stopSequences'
  | 'includeThoughts'
  | 'systemInstruction';

export interface ModeSettings {
  /** Under which the settings of its request are kept: modes whose requests are alike share them. */
  readonly mode: SettingsMode;
  /** Paths of the shared settings in its request. */
  readonly shared: { readonly [F in SharedField]?: string };
  /** Paths of the fields of its request that are made of the model and the turns. */
  readonly madeOfTurns: readonly string[];
  /** Its system instruction is a text, and not content. */
  readonly isPlainInstruction?: true;
}

export const SAMPLING = { temperature: 'temperature', topP: 'topP', topK: 'topK' };
export const LENGTH = { maxOutputTokens: 'maxOutputTokens', stopSequences: 'stopSequences' };

export const CHAT_SETTINGS: ModeSettings = {
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

export const INTERACTION_SETTINGS: ModeSettings = {
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
