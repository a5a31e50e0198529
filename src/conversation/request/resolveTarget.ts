import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import { type Version, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import { type Connection, type Connections, EMULATOR_ID } from '../../service/connection';
import type { Emulator } from '../../service/emulator';
import {
  type Conversation,
  DEFAULT_MODE,
  type PlaygroundMode,
  type UserTurn,
} from '../model/conversation';
import type { ModeCall, RequestContext, Sender } from '../model/modeRow';
import { callsOf, modeRequest, MODES } from '../model/modes';
import type { ConnectionInfo } from '../model/protocol';
import { textLines, textsOf } from '../model/turns';
import type { ModelFact } from './modelFacts';
import { userContent } from './turnSteps';

/** The target of a request; the model is empty until one is selected. */
export interface RequestTarget {
  readonly connection: string | undefined;
  readonly version: Version;
  readonly model: string;
  readonly mode?: PlaygroundMode | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly modelName?: string | undefined;
  /** Whether the API stores interactions of the connection. */
  readonly stored?: boolean | undefined;
  readonly lacking?: readonly ModelFact[] | undefined;
}

/** Returns the connection of a conversation, or the window's if there is none or it was removed. */
export function connectionOf(
  { connection }: Pick<Conversation, 'connection'>,
  connections: Connections,
): Connection | undefined {
  return connections.find(connection) ?? connections.active;
}

type Versioned = Pick<Conversation, 'version'> & Partial<Sender>;

/**
 * Returns the API version: the selected or preferred one if the mode's method exists there, or else
 * the first that has it.
 * @param methods of the model, if known
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

/** Returns the target of a request. Throws `AppError` if no connection or model is selected. */
export function requireTarget({
  connection,
  ...wanted
}: RequestTarget): RequestTarget & { readonly connection: string } {
  const connected = requireConnected(connection);
  if (wanted.model === '') {
    throw new AppError('noModel', l10n.t('No model is selected.'), {
      hint: l10n.t('Select a model, or enter its name.'),
    });
  }
  return { connection: connected, ...wanted };
}

/**
 * Returns the call of a conversation's mode, even if the model doesn't list the method; the API
 * decides. Undefined if no method fits the model.
 */
export function modeCall(
  sender: Sender,
  methods: readonly string[] | undefined,
): ModeCall | undefined {
  const { mode = DEFAULT_MODE, model: name } = sender;
  const known = callsOf(mode, { name, methods });
  const calls = known.length > 0 ? known : callsOf(mode, { name });
  if (calls.length <= 1) return calls[0];
  const context = requestContext(sender, 'v1beta');
  return calls.find(({ when }) => when?.(context) ?? true);
}

export function requestContext(sender: Sender, version: Version): RequestContext {
  const { settings, mode = DEFAULT_MODE, variables = {}, turns, oneText } = sender;
  const row = MODES[mode];
  const last = turns.findLast((turn): turn is UserTurn => turn.role === 'user');
  const text = textsOf(last).join('\n');
  return {
    ...sender,
    version,
    rest: modeRequest(settings, row.settings.mode, variables),
    blocks: () => (last ? userContent(last) : []),
    texts: row.splitsLines && !oneText ? textLines(text) : [text],
  };
}
