import type { ExchangeTarget } from '../catalog/exchangeTarget';
import type { ConsoleParts } from './parts';
import { recordedExchange } from './recordedExchange';
import { sendAndShow } from './sendRequest';

/** Sends a request of the traffic once more, to the same connection, and shows the answer. */
export async function replayExchange(parts: ConsoleParts, target?: ExchangeTarget): Promise<void> {
  if (!target) {
    const message = parts.l10n.t('Choose a request in the view “Traffic”.');
    void parts.prompts.notify('info', message);
    return;
  }
  const { request, connection } = recordedExchange(parts, target);
  await sendAndShow(parts, connection.id, request);
}
