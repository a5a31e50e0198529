import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import { type Version, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import { type Connection, type Connections, EMULATOR_ID } from '../../service/connection';
import type { Emulator } from '../../service/emulator';
import type { Conversation, PlaygroundMode } from '../model/conversation';
import type { Sender } from '../model/modeBodies';
import type { ConnectionInfo } from '../model/protocol';
import { modeCall } from './modeCall';
import type { ModelFact } from './modelFacts';

/** Where a model is looked for, and under which name; empty where none is chosen yet. */
export interface RequestTarget {
  readonly connection: string | undefined;
  readonly version: Version;
  readonly model: string;
  /** Absent for a chat. */
  readonly mode?: PlaygroundMode | undefined;
  /** `supportedGenerationMethods` of the model, where they are known. */
  readonly methods?: readonly string[] | undefined;
  /** Display name of the model, where the service has described it. */
  readonly modelName?: string | undefined;
  /** Whether the service keeps interactions of the connection. */
  readonly stored?: boolean | undefined;
  /** What the model is known to be without. */
  readonly lacking?: readonly ModelFact[] | undefined;
}

/** The connection a conversation uses: its own, or the window's where it has none (any more). */
export function connectionOf(
  { connection }: Pick<Conversation, 'connection'>,
  connections: Connections,
): Connection | undefined {
  return connections.find(connection) ?? connections.active;
}

/** What is known of a conversation that says where its requests go. */
export type Versioned = Pick<Conversation, 'version'> & Partial<Sender>;

/**
 * The version its requests go to: its own choice or the connection's where the operation of its mode is there,
 * else the first that has it.
 * @param methods of its model, where they are known
 */
export function versionOf(
  { version, model = '', settings = {}, turns = [], mode }: Versioned,
  connection: Pick<Connection, 'apiVersion'> | undefined,
  methods?: readonly string[],
): Version {
  const preferred = version ?? connection?.apiVersion ?? VERSIONS[0];
  const call = modeCall({ model, settings, turns, ...(mode && { mode }) }, methods);
  return call ? versionFor(operationRow(call.operation), preferred) : preferred;
}

/** A connection in words: its host and port, or how the emulator is. */
export function connectionInfo(connection: Connection, emulator: Emulator): ConnectionInfo {
  if (connection.id !== EMULATOR_ID) {
    return { name: connection.name, detail: new URL(connection.endpoint).host, emulator: false };
  }
  return { name: connection.name, detail: emulatorDetail(emulator), emulator: true };
}

function emulatorDetail({ state }: Emulator): string {
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

/** Where a request goes. Throws `AppError` while there is no connection, or no model is chosen. */
export function requireTarget({
  connection,
  ...wanted
}: RequestTarget): RequestTarget & { readonly connection: string } {
  const connected = requireConnected(connection);
  if (wanted.model === '') {
    throw new AppError('noModel', l10n.t('No model is chosen.'), {
      hint: l10n.t('Choose one from the list, or enter its name.'),
    });
  }
  return { connection: connected, ...wanted };
}
