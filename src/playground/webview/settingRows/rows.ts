import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import type { SettingsMode } from '../../../conversation/model/conversation';
import { INTERACTION_ROWS } from './interactionRows';
import { MEDIA_ROWS } from './mediaRows';
import { OUTPUT_ROWS, SAMPLING_ROWS, THINKING_ROWS } from './samplingRows';
import { type ChoiceRow, MAX_INT32, type NumberRow, type SettingRow, type TextRow } from './row';
import { TOOL_ROWS } from './toolRows';

const SERVICE_ROWS: readonly SettingRow[] = [
  {
    key: 'serviceTier',
    kind: 'choice',
    label: () => l10n.t('Tier'),
    hint: () =>
      l10n.t(
        'Flex costs half, but can take minutes or be unavailable. Priority is faster and costs more.',
      ),
    section: 'service',
    place: { in: { chat: 'serviceTier' } },
    options: ['standard', 'flex', 'priority'],
    words: {
      standard: () => l10n.t('Standard'),
      flex: () => l10n.t('Flex'),
      priority: () => l10n.t('Priority'),
    },
  },
  {
    key: 'store',
    kind: 'choice',
    label: () => l10n.t('Logging'),
    hint: () =>
      l10n.t(
        'Stores the message and response in the project’s logs for up to 55 days. Anyone with log access can read them. Default: project setting. New paid projects since October 26, 2026 store by default.',
      ),
    section: 'service',
    place: { in: { chat: 'store' } },
    options: ['true', 'false'],
    isFlag: true,
    words: {
      true: () => l10n.t('Store'),
      false: () => l10n.t('Don’t store'),
    },
  },
];

type EmbeddingRow =
  | Omit<ChoiceRow, 'section' | 'place'>
  | Omit<NumberRow, 'section' | 'place'>
  | Omit<TextRow, 'section' | 'place'>;

/** Returns a setting of embeddings, and the deprecated one that it replaces. */
function embedding(row: EmbeddingRow): readonly SettingRow[] {
  const path = `embedContentConfig.${row.key}`;
  return [
    {
      ...row,
      key: `config-${row.key}`,
      section: 'main',
      clears: row.key,
      place: { in: { embed: path } },
    },
    {
      ...row,
      section: 'main',
      replacedBy: path,
      clears: path,
      place: { in: { embed: row.key } },
    },
  ];
}

const MAIN_ROWS: readonly SettingRow[] = [
  {
    key: 'systemInstruction',
    kind: 'text',
    label: () => l10n.t('System instruction'),
    hint: () => l10n.t('Guides the model throughout the conversation.'),
    placeholder: () => l10n.t('None'),
    section: 'main',
    place: { setting: 'systemInstruction', of: ['chat', 'interaction'] },
  },
  {
    key: 'answerStyle',
    kind: 'choice',
    label: () => l10n.t('Answer style'),
    hint: () => l10n.t('How closely the response follows its sources.'),
    section: 'main',
    place: { in: { answer: 'answerStyle' } },
    options: ['ABSTRACTIVE', 'EXTRACTIVE', 'VERBOSE'],
  },
  ...embedding({
    key: 'taskType',
    kind: 'choice',
    label: () => l10n.t('Task type'),
    hint: () => l10n.t('Intended use of the embeddings.'),
    options: [
      'RETRIEVAL_QUERY',
      'RETRIEVAL_DOCUMENT',
      'SEMANTIC_SIMILARITY',
      'CLASSIFICATION',
      'CLUSTERING',
      'QUESTION_ANSWERING',
      'FACT_VERIFICATION',
      'CODE_RETRIEVAL_QUERY',
    ],
  }),
  ...embedding({
    key: 'title',
    kind: 'line',
    label: () => l10n.t('Title'),
    placeholder: () => l10n.t('None'),
    hint: () => l10n.t('Title of the text. Only for document retrieval.'),
  }),
  ...embedding({
    key: 'outputDimensionality',
    kind: 'number',
    label: () => l10n.t('Dimensions'),
    hint: () => l10n.t('Truncates each vector to this many dimensions.'),
    whole: true,
    min: generationLimits.outputDimensionality.minimum,
    max: () => MAX_INT32,
    anyRange: true,
  }),
];

/** Categories of current models and grounded answers, of current models only, and of legacy models. */
const CATEGORIES: readonly (readonly [readonly SettingsMode[], string])[] = [
  [['chat', 'answer'], 'HARASSMENT HATE_SPEECH SEXUALLY_EXPLICIT DANGEROUS_CONTENT'],
  [['chat'], 'CIVIC_INTEGRITY JAILBREAK'],
  [['text'], 'DEROGATORY TOXICITY VIOLENCE SEXUAL MEDICAL DANGEROUS'],
];

const THRESHOLDS = [
  'BLOCK_LOW_AND_ABOVE',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_NONE',
];

const SAFETY_ROWS: readonly ChoiceRow[] = CATEGORIES.flatMap(([of, names]) =>
  names.split(' ').map((name) => ({
    key: `safety-${name}`,
    kind: 'choice',
    label: { word: name },
    section: 'safety',
    place: { safety: `HARM_CATEGORY_${name}`, of },
    options: of.includes('text') ? THRESHOLDS : [...THRESHOLDS, 'OFF'],
  })),
);

/** All settings of the panel, in display order. Other fields are editable in the JSON request. */
export const SETTING_ROWS: readonly SettingRow[] = [
  ...MAIN_ROWS,
  ...INTERACTION_ROWS,
  ...TOOL_ROWS,
  ...THINKING_ROWS,
  ...OUTPUT_ROWS,
  ...MEDIA_ROWS,
  ...SAMPLING_ROWS,
  ...SAFETY_ROWS,
  ...SERVICE_ROWS,
];
