import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import { MAX_UNPUBLISHED } from '../../../conversation/model/settings';
import type { Model, SettingRow } from './row';
import { configNumber, MAX_INT32, modelMaximum, shared, takesDecodingOptions } from './rowMakers';

/** Newer models ignore sampling parameters. */
const samples = (model: Model): boolean => model?.ignoresSampling !== true;

export const SAMPLING_ROWS: readonly SettingRow[] = [
  {
    key: 'temperature',
    kind: 'number',
    label: () => l10n.t('Temperature'),
    hint: () => l10n.t('Higher values make responses more varied.'),
    section: 'sampling',
    place: shared('temperature'),
    whole: false,
    min: generationLimits.temperature.minimum,
    max: (model, mode) =>
      Math.min(
        modelMaximum(model, generationLimits.temperature),
        mode === 'chat' ? Infinity : generationLimits.unitTemperature.maximum,
      ),
    standard: (model) => model?.temperature,
    step: 0.05,
    known: samples,
  },
  {
    key: 'topP',
    kind: 'number',
    label: () => l10n.t('Top-p'),
    hint: () =>
      l10n.t('Samples from the most likely tokens whose probabilities add up to this value.'),
    section: 'sampling',
    place: shared('topP'),
    whole: false,
    min: generationLimits.topP.minimum,
    max: () => generationLimits.topP.maximum,
    standard: (model) => model?.topP,
    step: 0.01,
    known: samples,
  },
  {
    key: 'topK',
    kind: 'number',
    label: () => l10n.t('Top-k'),
    hint: () => l10n.t('Samples from this many of the most likely tokens.'),
    section: 'sampling',
    place: shared('topK'),
    whole: true,
    min: generationLimits.topK.minimum,
    max: () => MAX_UNPUBLISHED.topK,
    standard: (model) => model?.topK,
    anyRange: true,
    known: (model) => model?.topK !== undefined && samples(model),
  },
  configNumber('seed', 'sampling', {
    label: () => l10n.t('Seed'),
    hint: () => l10n.t('The same seed makes similar responses more likely.'),
    whole: true,
    min: -MAX_INT32 - 1,
    most: MAX_INT32,
    anyRange: true,
  }),
  configNumber('presencePenalty', 'sampling', {
    label: () => l10n.t('Presence penalty'),
    hint: () => l10n.t('Values above 0 make words that already appeared less likely.'),
    whole: false,
    min: generationLimits.presencePenalty.minimum,
    most: generationLimits.presencePenalty.maximum,
    step: 0.05,
    known: takesDecodingOptions,
  }),
  configNumber('frequencyPenalty', 'sampling', {
    label: () => l10n.t('Frequency penalty'),
    hint: () => l10n.t('Values above 0 make words less likely the more often they appeared.'),
    whole: false,
    min: generationLimits.frequencyPenalty.minimum,
    most: generationLimits.frequencyPenalty.maximum,
    step: 0.05,
    known: takesDecodingOptions,
  }),
];
