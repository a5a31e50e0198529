import { SERVICE_AGENTS } from '../../../api/schema/fieldLimits';
import * as l10n from '@vscode/l10n';
import { textAt } from '../../../base/json';
import { MODES } from '../../../conversation/model/modes';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { revealedText } from '../reveal';
import {
  type ChoiceRow,
  type Extra,
  type FlagRow,
  MAX_INT32,
  type Model,
  type SettingRow,
} from './row';

const AGENT_NAMES: { readonly [A in (typeof SERVICE_AGENTS)[number]]: () => string } = {
  'deep-research-preview-04-2026': () => l10n.t('Deep Research'),
  'deep-research-max-preview-04-2026': () => l10n.t('Deep Research Max'),
  'antigravity-preview-09-2026': () => l10n.t('Antigravity'),
  'deep-research-pro-preview-12-2025': () => l10n.t('Deep Research Pro (2025)'),
};

/** Returns the display name of a built-in agent, or the ID of a custom agent. */
export function agentName(id: string): string {
  const known = SERVICE_AGENTS.find((agent) => agent === id);
  return known ? AGENT_NAMES[known]() : revealedText(id);
}

/** Returns the agent of the next request. Empty if the request uses a model. */
export function requestAgent({
  mode,
  settings,
}: Pick<PlaygroundState, 'mode' | 'settings'>): string {
  return MODES[mode].hasSteps ? textAt(settings.requests?.interaction ?? {}, 'agent') : '';
}

function stepTool(name: string, extra: Extra<FlagRow>): FlagRow {
  const place = { typedTool: name };
  return { key: `step_${name}`, kind: 'flag', section: 'tools', place, ...extra };
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
