import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import { MAX_UNPUBLISHED } from '../../../conversation/model/settings';
import type { SettingRow } from './row';
import {
  configChoice,
  configFlag,
  configNumber,
  modelMaximum,
  shared,
  takesDecodingOptions,
} from './rowMakers';

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
