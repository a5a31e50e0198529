import * as l10n from '@vscode/l10n';
import type { Model, SettingRow } from './row';
import { configChoice, configFlag, configNumber, MAX_INT32 } from './rowMakers';

const LEVEL = 'thinkingConfig.thinkingLevel';
const BUDGET = 'thinkingConfig.thinkingBudget';

const thinks = (model: Model): boolean => model?.thinking === true;

export const THINKING_ROWS: readonly SettingRow[] = [
  configFlag(
    'includeThoughts',
    'thinking',
    {
      label: () => l10n.t('Include thoughts'),
      hint: () => l10n.t('Shows thought summaries separately from the response.'),
      known: thinks,
    },
    'thinkingConfig.includeThoughts',
  ),
  configChoice(
    'thinkingLevel',
    'thinking',
    {
      label: () => l10n.t('Thinking level'),
      hint: () => l10n.t('How much the model thinks. Higher levels take longer and cost more.'),
      options: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH'],
      takes: (model) => model?.levels,
      standard: (model) => model?.level,
      known: (model) => thinks(model) && model?.budget === undefined,
      clears: `generationConfig.${BUDGET}`,
    },
    LEVEL,
  ),
  configNumber(
    'thinkingBudget',
    'thinking',
    {
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
    },
    BUDGET,
  ),
];
