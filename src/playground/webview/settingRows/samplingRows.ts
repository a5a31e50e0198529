import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import { MAX_UNPUBLISHED } from '../../../conversation/model/settings';
import {
  MAX_INT32,
  type Model,
  type SettingRow,
  configChoice,
  configFlag,
  configNumber,
  modelMaximum,
  shared,
  takesDecodingOptions,
} from './row';

const TEXT_SCHEMA = 'responseFormat.text.schema';

export const OUTPUT_ROWS: readonly SettingRow[] = [
  {
    key: 'maxOutputTokens',
    kind: 'number',
    label: () => l10n.t('Max output tokens'),
    hint: () => l10n.t('The response is truncated after this many tokens.'),
    section: 'output',
    place: shared('maxOutputTokens'),
    whole: true,
    min: generationLimits.maxOutputTokens.minimum,
    max: (model) =>
      modelMaximum(model, generationLimits.maxOutputTokens, MAX_UNPUBLISHED.maxOutputTokens),
  },
  {
    key: 'stopSequences',
    kind: 'lines',
    label: () => l10n.t('Stop sequences'),
    hint: () =>
      l10n.t(
        'Up to 5, one per line. Use \\n for a line break. The response stops before the first match.',
      ),
    section: 'output',
    placeholder: () => l10n.t('None'),
    place: shared('stopSequences'),
  },
  {
    key: 'candidateCount',
    kind: 'number',
    label: () => l10n.t('Candidates'),
    hint: () => l10n.t('Number of response candidates. Newer models support only 1.'),
    section: 'advanced',
    place: {
      in: {
        chat: 'generationConfig.candidateCount',
        text: 'candidateCount',
        message: 'candidateCount',
      },
    },
    whole: true,
    min: generationLimits.candidateCount.minimum,
    max: () => generationLimits.candidateCount.maximum,
    known: takesDecodingOptions,
    standard: () => 1,
  },
  configChoice('responseMimeType', 'output', {
    label: () => l10n.t('Format'),
    hint: () => l10n.t('JSON if a response schema is set, unless you select enum.'),
    options: generationLimits.responseMimeType.enum,
  }),
  {
    key: 'jsonSchema',
    kind: 'part',
    label: () => l10n.t('JSON Schema'),
    hint: () => l10n.t('Structure of the JSON response. Overrides the format.'),
    section: 'output',
    place: { in: { chat: `generationConfig.${TEXT_SCHEMA}` } },
    part: 'jsonSchema',
    clears: 'generationConfig.responseSchema',
  },
  {
    key: 'responseSchema',
    kind: 'part',
    label: () => l10n.t('Response schema'),
    hint: () => l10n.t('Structure of the JSON response.'),
    section: 'output',
    place: { in: { chat: 'generationConfig.responseSchema' } },
    part: 'responseSchema',
    replacedBy: TEXT_SCHEMA,
    clears: 'generationConfig.responseFormat.text',
  },
  configFlag('responseLogprobs', 'advanced', {
    label: () => l10n.t('Log probabilities'),
    hint: () => l10n.t('Includes how likely each response token was.'),
  }),
  configNumber('logprobs', 'advanced', {
    label: () => l10n.t('Top log probabilities'),
    hint: () => l10n.t('Number of alternatives at each position. Requires log probabilities.'),
    whole: true,
    min: generationLimits.logprobs.minimum,
    most: generationLimits.logprobs.maximum,
  }),
  configFlag('enableEnhancedCivicAnswers', 'advanced', {
    label: () => l10n.t('Enhanced civic answers'),
    hint: () => l10n.t('Only for models that support it.'),
  }),
  {
    key: 'whole',
    kind: 'flag',
    label: () => l10n.t('Don’t stream'),
    hint: () => l10n.t('Shows the response only when it’s complete.'),
    section: 'output',
    place: { setting: 'whole', of: ['chat', 'interaction'] },
  },
];

const LEVEL = 'thinkingConfig.thinkingLevel';
const BUDGET = 'thinkingConfig.thinkingBudget';

const thinks = (model: Model): boolean => model?.thinking === true;

export const THINKING_ROWS: readonly SettingRow[] = [
  configFlag('includeThoughts', 'thinking', {
    path: 'thinkingConfig.includeThoughts',
    label: () => l10n.t('Include thoughts'),
    hint: () => l10n.t('Shows thought summaries separately from the response.'),
    known: thinks,
  }),
  configChoice('thinkingLevel', 'thinking', {
    path: LEVEL,
    label: () => l10n.t('Thinking level'),
    hint: () => l10n.t('How much the model thinks. Higher levels take longer and cost more.'),
    options: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH'],
    takes: (model) => model?.levels,
    standard: (model) => model?.level,
    known: (model) => thinks(model) && model?.budget === undefined,
    clears: `generationConfig.${BUDGET}`,
  }),
  configNumber('thinkingBudget', 'thinking', {
    path: BUDGET,
    label: () => l10n.t('Thinking budget'),
    hint: () =>
      l10n.t('Number of thinking tokens. 0 turns thinking off, -1 lets the model decide.'),
    whole: true,
    min: -1,
    most: MAX_INT32,
    max: (model) => model?.budget?.[1] ?? MAX_INT32,
    known: (model) => thinks(model) && model?.levels === undefined,
    anyRange: true,
    clears: `generationConfig.${LEVEL}`,
  }),
];

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
