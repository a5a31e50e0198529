import * as l10n from '@vscode/l10n';
import { type OperationId, operationRow, versionFor } from '../../api/operations';
import { type Version, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import { type Connection, type Connections, EMULATOR_ID } from '../../service/connection';
import type { Emulator } from '../../service/emulator';
import {
  type Conversation,
  DEFAULT_MODE,
  PLAYGROUND_MODES,
  type PlaygroundMode,
  type UserTurn,
} from '../model/conversation';
import { type ModeCall, type RequestContext, type Sender, textsOf } from '../model/modeRow';
import { type ModeInfo, modeRequest, MODES } from '../model/modes';
import type { ConnectionInfo, ModelInfo } from '../model/protocol';
import { isTunedModel, type ModelFact } from './modelFacts';
import { textLines } from '../model/turns';

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
type Versioned = Pick<Conversation, 'version'> & Partial<Sender>;

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
    throw new AppError('noModel', l10n.t('No model is selected.'), {
      hint: l10n.t('Select a model, or enter its name.'),
    });
  }
  return { connection: connected, ...wanted };
}

/** A model as far as it matters here. */
export interface Answerer {
  readonly name: string;
  /** `supportedGenerationMethods`; absent where nobody knows. */
  readonly methods?: readonly string[] | undefined;
}

/** The calls of a mode that exist for a model; for one that nobody described, all for models of its kind. */
function callsOf(mode: PlaygroundMode, { name, methods }: Answerer): readonly ModeCall[] {
  return MODES[mode].calls.filter(
    ({ operation, method }) =>
      operation.startsWith('tunedModels.') === isTunedModel(name) &&
      (methods?.includes(method) ?? true),
  );
}

export function canDo(mode: PlaygroundMode, model: Answerer): boolean {
  return callsOf(mode, model).length > 0;
}

/** Whether a mode asks some models by another method than others. */
export function hasSeveralMethods(mode: PlaygroundMode = DEFAULT_MODE): boolean {
  return new Set(MODES[mode].calls.map(({ method }) => method)).size > 1;
}

/** What a model is used for where nobody chose; undefined where it can do nothing here. */
export function firstMode(model: Answerer): PlaygroundMode | undefined {
  return PLAYGROUND_MODES.find((mode) => canDo(mode, model));
}

/**
 * How a conversation asks its model. Where that lacks the mode's method it is asked all the same, for the service
 * knows better; undefined where there is no operation for such models at all.
 */
export function modeCall(
  sender: Sender,
  methods: readonly string[] | undefined,
): ModeCall | undefined {
  const { mode = DEFAULT_MODE, model: name } = sender;
  const known = callsOf(mode, { name, methods });
  const calls = known.length > 0 ? known : callsOf(mode, { name });
  if (calls.length <= 1) return calls[0];
  // Which of several it is does not depend on the version.
  const context = requestContext(sender, 'v1beta');
  return calls.find(({ when }) => when?.(context) ?? true);
}

/** The call of any mode by an operation. */
export function callOf(operation: OperationId): ModeCall | undefined {
  const calls = PLAYGROUND_MODES.flatMap((mode) => MODES[mode].calls);
  return calls.find((call) => call.operation === operation);
}

/** What a mode is called. */
export function modeLabel(mode: PlaygroundMode): string {
  return MODES[mode].label();
}

/** A conversation as the bodies of its mode's requests are made of it. */
export function requestContext(sender: Sender, version: Version): RequestContext {
  const { settings, mode = DEFAULT_MODE, variables = {}, turns, oneText } = sender;
  const row = MODES[mode];
  const text = textsOf(turns.findLast((turn): turn is UserTurn => turn.role === 'user')).join('\n');
  return {
    ...sender,
    version,
    rest: modeRequest(settings, row.settings.mode, variables),
    texts: row.splitsLines && !oneText ? textLines(text) : [text],
  };
}

/** The modes, and why some can't be used with a model. A version keeps none away: its request goes to another one. */
export function modeInfos(model: ModelInfo | undefined): readonly ModeInfo[] {
  return PLAYGROUND_MODES.map((id) => {
    if (!model || canDo(id, model)) return { id };
    const label = modeLabel(id);
    return { id, reason: l10n.t('{0} does not support {1}.', model.displayName, label) };
  });
}
