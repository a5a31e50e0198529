import * as l10n from '@vscode/l10n';
import type { Model, SettingRow } from './row';
import { configFlag, configNumber, MOST_INT32, tool } from './rowMakers';

/** What the model may use. */
export const TOOL_ROWS: readonly SettingRow[] = [
  {
    key: 'functions',
    kind: 'part',
    label: () => l10n.t('Functions'),
    hint: () => l10n.t('What the model may ask to be called.'),
    section: 'tools',
    place: { tool: 'functionDeclarations' },
    part: 'functions',
    count: {
      one: (count) => l10n.t('{0} function', count),
      many: (count) => l10n.t('{0} functions', count),
    },
  },
  {
    key: 'functionCalling',
    kind: 'choice',
    label: () => l10n.t('Function calling'),
    hint: () => l10n.t('Auto lets the model choose; any makes it call; none forbids it.'),
    section: 'tools',
    place: { in: { chat: 'toolConfig.functionCallingConfig.mode' } },
    options: ['AUTO', 'ANY', 'NONE', 'VALIDATED'],
  },
  tool('codeExecution', {
    label: () => l10n.t('Code execution'),
    hint: () => l10n.t('The model runs code of its own at the service.'),
  }),
  tool('googleSearch', {
    label: () => l10n.t('Google Search'),
    hint: () => l10n.t('Grounds the answer in what a search finds.'),
  }),
  tool('urlContext', {
    label: () => l10n.t('URL context'),
    hint: () => l10n.t('Reads the web addresses of a message.'),
  }),
  tool('googleMaps', {
    label: () => l10n.t('Google Maps'),
    hint: () => l10n.t('Grounds the answer in places.'),
  }),
  // Of older models, whose search the newer ones refuse.
  tool('googleSearchRetrieval', {
    label: () => l10n.t('Google Search retrieval'),
    hint: () => l10n.t('The search of older models.'),
  }),
];

const thinks = (model: Model): boolean => model?.thinking === true;

/** How it thinks before it answers. */
export const THINKING_ROWS: readonly SettingRow[] = [
  configFlag(
    'includeThoughts',
    'thinking',
    {
      label: () => l10n.t('Include thoughts'),
      hint: () => l10n.t("Shows summaries of the model's thinking apart from the answer."),
      known: thinks,
    },
    'thinkingConfig.includeThoughts',
  ),
  configNumber(
    'thinkingBudget',
    'thinking',
    {
      label: () => l10n.t('Thinking budget'),
      hint: () => l10n.t('Tokens to think with: 0 for none, -1 lets the model decide.'),
      whole: true,
      min: -1,
      most: MOST_INT32,
      known: thinks,
      anyRange: true,
    },
    'thinkingConfig.thinkingBudget',
  ),
];
