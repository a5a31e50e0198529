import { AppError } from '../../../base/errors';
import type { Handlers } from '../../../webview/rpc';
import type { editorCalls } from '../../protocol';
import type { HandlerParts } from '../handlerParts';

export function editorHandlers(parts: HandlerParts): Handlers<{ calls: typeof editorCalls }> {
  return {
    insertAtCursor: ({ text }) => insertAtCursor(parts, text),
    compareWithSelection: ({ text }) => parts.actions.editor.compare(text),
  };
}

/** Throws `AppError` where there is no text: nothing is deleted that way. */
export async function insertAtCursor({ actions, l10n }: HandlerParts, text: string): Promise<void> {
  if (text === '') throw new AppError('noText', l10n.t('There is no text to insert.'));
  await actions.editor.insert(text);
}
