import { SERVICE_AGENTS } from '../../../api/schema/fieldLimits';
import * as l10n from '@vscode/l10n';
import { AGENT_NAMES } from '../agentName';
import type { ChoiceRow, FlagRow, Model, SettingRow } from './row';
import { type Extra, MAX_INT32 } from './rowMakers';

type StepToolType = 'code_execution' | 'google_search' | 'url_context' | 'google_maps';

function stepTool(name: StepToolType, extra: Extra<FlagRow>): FlagRow {
  return {
    key: `step_${name}`,
    kind: 'flag',
    section: 'tools',
    place: { typedTool: name },
    ...extra,
  };
}

const thinks = (model: Model): boolean => model?.thinking === true;

const LEVELS = ['minimal', 'low', 'medium', 'high', 'xhigh'];

const AGENT_ROW: ChoiceRow = {
  key: 'agent',
  kind: 'choice',
  label: () => l10n.t('Agent'),
  hint: () =>
    l10n.t(
      'Responds instead of the model, in many steps. Runs in the background, which requires storing on the server.',
    ),
  section: 'main',
  place: { in: { interaction: 'agent' } },
  options: SERVICE_AGENTS,
  words: AGENT_NAMES,
};

export const INTERACTION_ROWS: readonly SettingRow[] = [
  AGENT_ROW,
  {
    key: 'toolChoice',
    kind: 'choice',
    label: () => l10n.t('Function calling'),
    hint: () =>
      l10n.t(
        'Auto: the model decides. Any: the model must call a function. None: no function calls.',
      ),
    section: 'tools',
    place: { in: { interaction: 'generation_config.tool_choice' } },
    options: ['auto', 'any', 'none', 'validated'],
    words: {
      auto: () => l10n.t('Auto'),
      any: () => l10n.t('Any'),
      none: () => l10n.t('None'),
      validated: () => l10n.t('Validated'),
    },
  },
  stepTool('code_execution', {
    label: () => l10n.t('Code execution'),
    hint: () => l10n.t('The model runs its own code on the server.'),
  }),
  stepTool('google_search', {
    label: () => l10n.t('Google Search'),
    hint: () => l10n.t('Grounds the response in search results.'),
  }),
  stepTool('url_context', {
    label: () => l10n.t('URL context'),
    hint: () => l10n.t('Fetches the URLs in a message.'),
  }),
  stepTool('google_maps', {
    label: () => l10n.t('Google Maps'),
    hint: () => l10n.t('Grounds the response in Google Maps data.'),
  }),
  {
    key: 'stepThinkingLevel',
    kind: 'choice',
    label: () => l10n.t('Thinking level'),
    hint: () => l10n.t('How much the model thinks. Higher levels take longer and cost more.'),
    section: 'thinking',
    place: { in: { interaction: 'generation_config.thinking_level' } },
    options: LEVELS,
    takes: (model) => model?.levels?.map((level) => level.toLowerCase()),
    standard: (model) => model?.level?.toLowerCase(),
    known: thinks,
    words: {
      minimal: () => l10n.t('Minimal'),
      low: () => l10n.t('Low'),
      medium: () => l10n.t('Medium'),
      high: () => l10n.t('High'),
      xhigh: () => l10n.t('Extra high'),
    },
  },
  {
    key: 'thinkingSummaries',
    kind: 'choice',
    label: () => l10n.t('Thought summaries'),
    hint: () => l10n.t('Includes thought summaries as steps.'),
    section: 'thinking',
    place: { in: { interaction: 'generation_config.thinking_summaries' } },
    options: ['auto', 'none'],
    known: thinks,
    words: { auto: () => l10n.t('Auto'), none: () => l10n.t('None') },
  },
  {
    key: 'stepSeed',
    kind: 'number',
    label: () => l10n.t('Seed'),
    hint: () => l10n.t('The same seed makes similar responses more likely.'),
    section: 'sampling',
    place: { in: { interaction: 'generation_config.seed' } },
    whole: true,
    min: -MAX_INT32 - 1,
    max: () => MAX_INT32,
    anyRange: true,
  },
];
