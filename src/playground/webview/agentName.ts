import * as l10n from '@vscode/l10n';
import { SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import { textAt } from '../../base/json';
import { MODES } from '../../conversation/model/modes';
import type { PlaygroundState } from '../../conversation/model/protocol';
import { revealedText } from './reveal';

export const AGENT_NAMES: { readonly [A in (typeof SERVICE_AGENTS)[number]]: () => string } = {
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
