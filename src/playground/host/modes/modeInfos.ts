import type { L10n } from '../../../platform/l10n';
import { PLAYGROUND_MODES, type ModeInfo } from '../../modes';
import type { ModelInfo } from '../../protocol';
import { canDo } from './modeCall';
import { MODE_ROWS } from './modeRows';

/** The modes, and why some can't be used with a model. A version keeps none away: its request goes to another one. */
export function modeInfos(model: ModelInfo | undefined, l10n: L10n): readonly ModeInfo[] {
  return PLAYGROUND_MODES.map((id) => {
    if (!model || canDo(id, model)) return { id };
    const method = MODE_ROWS[id].calls[0]?.method ?? '';
    return { id, reason: l10n.t('{0} does not have {1}.', model.displayName, method) };
  });
}
