import type { Answer } from './answer';
import { GrowingText } from './growingText';
import type { ConsoleParts } from './parts';

/** Milliseconds until an answer that has not begun is shown as one that is waited for. */
export const PATIENCE = 700;

/** Opens an answer beside the editor: when it begins, at its end, or when it takes long. */
export async function showInTime(
  { clock, documents, l10n }: Pick<ConsoleParts, 'clock' | 'documents' | 'l10n'>,
  answer: Answer,
): Promise<void> {
  const text = new GrowingText(answer, l10n, clock);
  await new Promise<void>((resolve) => {
    const timer = clock.schedule(PATIENCE, resolve);
    const subscription = answer.onDidChange(() => {
      subscription.dispose();
      timer.dispose();
      resolve();
    });
  });
  await documents.show(text, { beside: true });
}
