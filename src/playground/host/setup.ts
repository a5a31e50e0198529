import { operationRow, versionFor } from '../../api/operations';
import { VERSIONS, type Version } from '../../api/versions';
import type { L10n } from '../../platform/l10n';
import { EMULATOR_ID, type Connection, type Connections } from '../../service/connection';
import type { Emulator } from '../../service/emulator';
import type { Conversation } from '../conversation';
import type { ConnectionInfo } from '../protocol';

const STREAM = operationRow('models.streamGenerateContent');

/** The versions in which an answer can be streamed. */
export const CHAT_VERSIONS: readonly Version[] = STREAM.versions;

/** The connection a conversation uses: its own, or the window's where it has none (any more). */
export function connectionOf(
  { connection }: Pick<Conversation, 'connection'>,
  connections: Connections,
): Connection | undefined {
  return connections.find(connection) ?? connections.active;
}

/** The version its requests go to: its own choice, the connection's, or the first that can stream. */
export function versionOf(
  { version }: Pick<Conversation, 'version'>,
  connection: Connection | undefined,
): Version {
  return versionFor(STREAM, version ?? connection?.apiVersion ?? VERSIONS[0]);
}

/** A connection in words: its host and port, or how the emulator is. */
export function connectionInfo(
  connection: Connection,
  emulator: Emulator,
  l10n: L10n,
): ConnectionInfo {
  if (connection.id !== EMULATOR_ID) {
    return { name: connection.name, detail: new URL(connection.endpoint).host, emulator: false };
  }
  return { name: connection.name, detail: emulatorDetail(emulator, l10n), emulator: true };
}

function emulatorDetail({ state }: Emulator, l10n: L10n): string {
  switch (state.status) {
    case 'running':
      return l10n.t('running on port {0}', state.port);
    case 'starting':
      return l10n.t('starting');
    case 'stopped':
      return l10n.t('not running');
    case 'failed':
      return l10n.t('failed');
  }
}
