import type { SettingsMode } from '../../conversation';
import type { ChoiceRow } from './row';

/** Categories of the current models and of those that answer from passages, of the current ones alone, and of the legacy ones. */
const CATEGORIES: readonly (readonly [readonly SettingsMode[], string])[] = [
  [['chat', 'answer'], 'HARASSMENT HATE_SPEECH SEXUALLY_EXPLICIT DANGEROUS_CONTENT'],
  [['chat'], 'CIVIC_INTEGRITY'],
  [['text'], 'DEROGATORY TOXICITY VIOLENCE SEXUAL MEDICAL DANGEROUS'],
];

const THRESHOLDS = [
  'BLOCK_LOW_AND_ABOVE',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_NONE',
];

/** A threshold for each category that the models of a mode have. */
export const SAFETY_ROWS: readonly ChoiceRow[] = CATEGORIES.flatMap(([of, names]) =>
  names.split(' ').map((name) => ({
    key: `safety-${name}`,
    kind: 'choice',
    label: { word: name },
    section: 'safety',
    place: { safety: `HARM_CATEGORY_${name}`, of },
    options: of.includes('text') ? THRESHOLDS : [...THRESHOLDS, 'OFF'],
  })),
);
