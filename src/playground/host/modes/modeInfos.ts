import type { Version } from '../../../api/versions';
import type { L10n } from '../../../platform/l10n';
import { PLAYGROUND_MODES, type ModeInfo } from '../../modes';
import type { ModelInfo } from '../../protocol';

/** The modes, and why some can't be used with a model in a version of the service. */
export function modeInfos(
  _model: ModelInfo | undefined,
  _version: Version,
  _l10n: L10n,
): readonly ModeInfo[] {
  return PLAYGROUND_MODES.map((id) => ({ id }));
}
