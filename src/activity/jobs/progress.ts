import type { L10n } from '../../platform/l10n';
import type { ActivityProgress } from '../entry';
import type { JobState } from './watchJob';

/** How far a training is: `step 12 of 38 · loss 2.31`. */
export function trainingProgress({ metadata }: JobState, l10n: L10n): ActivityProgress {
  const { totalSteps: total, completedSteps: done = 0, snapshots = [] } = metadata ?? {};
  if (total === undefined) return {};
  const loss = snapshots.at(-1)?.meanLoss;
  const step = l10n.t('step {0} of {1}', done, total);
  const facts = loss === undefined ? [step] : [step, l10n.t('loss {0}', loss.toPrecision(3))];
  return { text: facts.join(' · '), done, total };
}
