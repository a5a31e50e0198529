import type { Version } from '../../../api/versions';
import type { L10n } from '../../../platform/l10n';
import type { Sender } from './asked';
import { modeAsk } from './modeAsk';
import { modeCall } from './modeCall';

/** The fields of the settings that a version or the model does not take; empty where all are sent. */
export function unsentInMode(
  sender: Sender,
  target: { readonly version: Version; readonly methods?: readonly string[] | undefined },
  l10n: L10n,
): readonly string[] {
  const { model, settings, mode } = sender;
  const alone: Sender = { model, settings, turns: [], ...(mode && { mode }) };
  return modeCall(alone, target.methods) ? modeAsk(alone, target, l10n).leftOut : [];
}
