import type { L10n } from '../../../platform/l10n';
import { PLAYGROUND_MODES } from '../../conversation';
import type { ModelInfo } from '../../protocol';
import { canDo } from './modeCall';
import { MODES, type ModeInfo } from '../../modes';

/** The modes, and why some can't be used with a model. A version keeps none away: its request goes to another one. */
export function modeInfos(model: ModelInfo | undefined, l10n: L10n): readonly ModeInfo[] {
  return PLAYGROUND_MODES.map((id) => {
    if (!model || canDo(id, model)) return { id };
    const method = MODES[id].calls[0]?.method ?? '';
    return { id, reason: l10n.t('{0} does not have {1}.', model.displayName, method) };
  });
}
