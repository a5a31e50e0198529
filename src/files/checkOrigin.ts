import { AppError } from '../base/errors';
import { EMULATOR_ID } from '../service/connection';
import type { KnownFile } from './resourcesOf';
import type { FilesRoom } from './room';

/**
 * Throws `AppError` (`otherOrigin`) where the content of a file lies somewhere else than at the service of its
 * connection, and nothing is sent.
 */
export async function checkOrigin(
  room: Pick<FilesRoom, 'services' | 'l10n'>,
  { ref }: KnownFile,
  address: string,
): Promise<void> {
  const { l10n } = room;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.origin === (await originOf(room, ref.connection))) return;
  throw new AppError(
    'otherOrigin',
    url
      ? l10n.t(
          'The content of the file lies at {0}, which is not where the connection goes.',
          url.host,
        )
      : l10n.t('The service gave no address from which the file can be downloaded.'),
    { hint: l10n.t('Nothing was sent: its credential is for the connection’s own endpoint.') },
  );
}

async function originOf(
  { services }: Pick<FilesRoom, 'services'>,
  connection: string,
): Promise<string | undefined> {
  if (connection === EMULATOR_ID) return new URL((await services.emulator.start()).baseUrl).origin;
  const endpoint = services.connections.find(connection)?.endpoint;
  return endpoint === undefined ? undefined : new URL(endpoint).origin;
}
