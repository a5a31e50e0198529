import type { PlaygroundMode } from '../../conversation';
import type { StringKey } from '../../strings';

/** What the modes are called. */
export const MODE_LABELS = {
  chat: 'modeChat',
  prompt: 'modePrompt',
  text: 'modeText',
  message: 'modeMessage',
  answer: 'modeAnswer',
  embed: 'modeEmbed',
} as const satisfies { readonly [M in PlaygroundMode]: StringKey };
