import type { L10n } from '../../../platform/l10n';
import type { Sender } from '../../modeBodies';
import { modeAsk, type ModeAsk, type ModelTarget } from './modeAsk';
import { modeCall } from './modeCall';

/** The fields of the settings that are not sent: those that the version lacks, and those that the model refuses. */
export function unsentInMode(
  sender: Sender,
  target: ModelTarget,
  l10n: L10n,
): Pick<ModeAsk, 'leftOut' | 'refused'> {
  const { model, settings, mode } = sender;
  const alone: Sender = { model, settings, turns: [], ...(mode && { mode }) };
  if (!modeCall(alone, target.methods)) return { leftOut: [], refused: [] };
  return modeAsk(alone, target, l10n);
}
