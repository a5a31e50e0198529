import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import type { Version } from '../../api/versions';
import {
  DEFAULT_MODE,
  PLAYGROUND_MODES,
  type PlaygroundMode,
  type UserTurn,
} from '../model/conversation';
import { type RequestContext, type Sender, textsOf } from '../model/modeBodies';
import { modeRequest } from '../model/modeRequest';
import { type ModeCall, type ModeInfo, MODES } from '../model/modes';
import type { ModelInfo } from '../model/protocol';
import { textLines } from '../model/turns';
import { isTunedModel } from './modelFacts';

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
