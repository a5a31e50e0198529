import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { TextDocuments } from '../platform/textDocuments';
import type { Connections } from '../service/connection';
import type { TrafficLog } from '../service/trafficLog';
import { exchangeText } from './exchangeText';

export interface ShowExchangeParts {
  readonly traffic: TrafficLog;
  readonly connections: Connections;
  readonly documents: TextDocuments;
  readonly l10n: L10n;
  /** Takes every secret that this window has used out of a text. */
  readonly redact: (text: string) => string;
}

/** Opens a request and its answer for reading. Throws `AppError` (`noExchange`) where it is no longer kept. */
export async function showExchange(parts: ShowExchangeParts, id: number): Promise<void> {
  const { traffic, connections, documents, l10n, redact } = parts;
  const entry = traffic.find(id);
  if (!entry) {
    throw new AppError('noExchange', l10n.t('This request is no longer kept.'), {
      hint: l10n.t('The view keeps the last requests of the window until it is cleared.'),
    });
  }
  const nameOf = (connection: string): string | undefined => connections.find(connection)?.name;
  await documents.show({
    name: `${entry.name}.md`,
    // It names the connection.
    onDidChange: connections.onDidChange,
    read: () => redact(exchangeText(entry, { nameOf, entries: traffic.entries, l10n })),
  });
}
