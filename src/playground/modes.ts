/**
 * What a conversation asks for: `chat` sends all of it, `prompt` each message alone; `text` and `message` use
 * the legacy operations of the service, `answer` answers from passages or a corpus, and `embed` turns texts
 * into vectors.
 */
export const PLAYGROUND_MODES = ['chat', 'prompt', 'text', 'message', 'answer', 'embed'] as const;
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number];

/** The mode of conversations that name none. */
export const DEFAULT_MODE: PlaygroundMode = 'chat';

/** The modes whose requests are made of these settings: a single prompt has those of a chat. */
export type SettingsMode = Exclude<PlaygroundMode, 'prompt'>;

export function settingsModeOf(mode: PlaygroundMode = DEFAULT_MODE): SettingsMode {
  return mode === 'prompt' ? 'chat' : mode;
}

/** What the panel says of a mode. */
export interface ModeInfo {
  readonly id: PlaygroundMode;
  /** Why it can't be used with this model and version, as a sentence; absent where it can. */
  readonly reason?: string;
}
