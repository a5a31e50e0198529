import type { Conversation } from '../conversation';

/**
 * Whether nothing was said in a conversation, or nothing besides what the prompt file says that it was opened from.
 * Its file is there for its tab, should the window be loaded anew.
 */
export function isUnused({
  turns,
  promptFile,
  named,
  createTime,
  updateTime,
}: Conversation): boolean {
  if (turns.length === 0) return true;
  return promptFile !== undefined && !named && updateTime === createTime;
}
