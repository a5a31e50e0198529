import * as l10n from '@vscode/l10n';
import {
  answeringModel,
  shutdownDate,
  ignoredParameters,
  outdatedSince,
  PACK_DATE,
  type PackedModel,
  packedModel,
  pricesOn,
  rejectedParameters,
} from '../api/modelPack';
import { compactNumber, localizedText } from '../base/format';
import { modelLifecycle, priceText, rejectedParameterText } from '../catalog/modelLifecycle';
import { namedSuccessor } from './judge';
import type { LensContext } from './mark';

type LensFact = readonly [label: string, value: string];

const DAY = 24 * 60 * 60 * 1000;

/** Returns the facts about a model for a hover. Empty for unknown models. */
export function hoverFacts(id: string, context: LensContext): readonly LensFact[] {
  const model = packedModel(id);
  if (!model) return [];
  const now = context.now.getTime();
  const answering = answeringModel(model, now);
  const standing = modelLifecycle(id, now);
  const next = namedSuccessor(id, now);
  const { inputTokenLimit: input, outputTokenLimit: output, cacheMinimum } = answering;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    [l10n.t('Stage'), stageOf(model, context)],
    [l10n.t('Responding model'), answering === model ? undefined : answering.id],
    [l10n.t('Shutdown date'), standing.end && endText(standing.end, now)],
    [l10n.t('Successor'), next && [next, pricesText(next, now)].filter(Boolean).join(': ')],
    [l10n.t('Input limit (tokens)'), input ? compactNumber(input) : undefined],
    [l10n.t('Output limit (tokens)'), output ? compactNumber(output) : undefined],
    [l10n.t('Price per million tokens'), pricesText(id, now, true)],
    [l10n.t('Minimum cached tokens'), cacheMinimum?.toLocaleString('en')],
    [l10n.t('Thinking'), thinkingText(answering)],
    [l10n.t('Ignored parameters'), ignoredParameters(answering).join(', ')],
    [
      l10n.t('Rejected by the API'),
      rejectedParameters(answering).map(rejectedParameterText).join(', '),
    ],
  ];
  return rows.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [[label, value]],
  );
}

function stageOf({ id, stage }: PackedModel, { now, statusOf }: LensContext): string | undefined {
  const status = statusOf?.(id);
  if (status === 'closed') return l10n.t('not available to new users');
  if (status === 'retired') return l10n.t('not available with this connection');
  const { words, end } = modelLifecycle(id, now.getTime());
  if (words && status === undefined) {
    // The shutdown date has a row of its own.
    return words.args.some((arg) => arg === end) ? undefined : localizedText(words);
  }
  return stage === 'stable' ? l10n.t('stable') : undefined;
}

function endText(end: string, now: number): string {
  const days = Math.ceil((shutdownDate(end) - now) / DAY);
  if (days <= 0) return end;
  return days === 1 ? l10n.t('{0} (today)', end) : l10n.t('{0} (in {1} days)', end, days - 1);
}

function pricesText(id: string, now: number, isDated = false): string | undefined {
  const { input, output, cached } = pricesOn(id, now) ?? {};
  if (input === undefined || output === undefined) return undefined;
  const text = l10n.t('{0} in, {1} out', priceText(input), priceText(output));
  const more = cached === undefined ? [] : [l10n.t('{0} cached', priceText(cached))];
  return [text, ...more, ...(isDated ? [dateText(id, now)] : [])].join(', ');
}

function dateText(id: string, now: number): string {
  const outdated = outdatedSince(id, now);
  return outdated === undefined
    ? l10n.t('paid tier, as of {0}', PACK_DATE)
    : l10n.t('paid tier, last checked {0}', outdated);
}

function thinkingText({ thinking }: PackedModel): string | undefined {
  if (thinking === undefined || thinking === true) return undefined;
  if (thinking === false) return l10n.t('not supported');
  const { levels, default: usual, budget = [] } = thinking;
  const [least, most] = budget;
  const parts = [
    ...(levels ? [levels.join(', ')] : []),
    ...(least === undefined || most === undefined
      ? []
      : [l10n.t('budget {0} to {1}', least, most)]),
    ...(usual === undefined ? [] : [l10n.t('default {0}', usual)]),
  ];
  return parts.join(', ');
}
