import * as l10n from '@vscode/l10n';
import { percent } from '../../base/format';
import type { CaseResult, Measurement } from '../result';

type Calibration = NonNullable<Measurement['calibration']>;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Compares the confidence of decisions with how often people agree: the accuracy, and a Markdown table by
 * tenth. Undefined without decisions that have a person’s answer.
 */
export function calibrationTable(
  cases: readonly Pick<CaseResult, 'attempts'>[],
): string | undefined {
  const all = cases
    .flatMap(({ attempts }) => attempts)
    .flatMap(({ checks }) => checks)
    .flatMap(({ calibration }) => calibration ?? []);
  if (all.length === 0) return undefined;
  const tenths = Map.groupBy(all, tenthOf);
  const rows = [...tenths]
    .toSorted(([one], [other]) => one - other)
    .map(([tenth, own]) => [
      `${tenth * 10}–${tenth * 10 + 10}%`,
      String(own.length),
      percent(mean(own.map(({ confidence }) => confidence))),
      percent(rightShare(own)),
    ]);
  const head = [
    ...[l10n.t('Confidence'), l10n.t('Decisions')],
    ...[l10n.t('Predicted'), l10n.t('Observed')],
  ];
  const lines = [head, ['---', '--:', '--:', '--:'], ...rows];
  const right = all.filter(({ isRight }) => isRight).length;
  const accuracy = percent(rightShare(all));
  return [
    l10n.t(
      'Accuracy: {0} ({1} of {2} decisions match the person’s answer)',
      accuracy,
      right,
      all.length,
    ),
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ].join('\n\n');
}

const rightShare = (own: readonly Calibration[]): number =>
  mean(own.map(({ isRight }) => (isRight ? 1 : 0)));

/** Tolerates rounding of numbers such as 0.7. */
function tenthOf({ confidence }: Calibration): number {
  return Math.min(9, Math.floor(confidence * 10 + 1e-9));
}
