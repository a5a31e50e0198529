import type { PlainRequest } from '../api/request';
import { AppError } from '../base/errors';
import type { ExchangeTarget } from '../catalog/exchangeTarget';
import type { Connection } from '../service/connection';
import type { ConsoleParts } from './parts';
import { requireConnection } from './requireConnection';

/**
 * The request of an entry of the traffic, with the connection that it went to. Throws `AppError` where either is
 * gone, or where there is nothing of a request to send again.
 */
export function recordedExchange(
  { traffic, connections, l10n }: Pick<ConsoleParts, 'traffic' | 'connections' | 'l10n'>,
  target: ExchangeTarget,
): { readonly request: PlainRequest; readonly connection: Connection } {
  const entry = traffic.find(target.exchange);
  if (!entry) {
    throw new AppError('unknownExchange', l10n.t('That request is not kept any more.'), {
      hint: l10n.t('Choose one in the view “Traffic”.'),
    });
  }
  const { name, recording, connection } = entry;
  if (connection === undefined) {
    throw new AppError(
      'notRepeatable',
      l10n.t('{0} is not an operation of the service, and cannot be run by hand.', name),
    );
  }
  if (recording?.isRepeatable === false) {
    throw new AppError(
      'notRepeatable',
      l10n.t('A request of an upload is of use to that upload alone, and cannot be sent again.'),
    );
  }
  if (!recording) {
    throw new AppError('notRecorded', l10n.t('Only the outline of this request was kept.'), {
      hint: l10n.t('Run the operation again by “Run Operation…”.'),
    });
  }
  return {
    request: recording.request,
    connection: requireConnection(connections, connection, l10n),
  };
}
