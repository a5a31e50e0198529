import { variablesIn } from '../variables';
import type { PromptFile } from './promptFile';

/** The variables of a prompt, in the order in which they are asked for: the instruction's, then the messages'. */
export function promptVariables({
  settings,
  messages,
}: Pick<PromptFile, 'settings' | 'messages'>): readonly string[] {
  const asked = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ text = '', parts = [] }) => [...parts.map((part) => part.text ?? ''), text]);
  return variablesIn([settings.systemInstruction ?? '', ...asked].join('\n'));
}
