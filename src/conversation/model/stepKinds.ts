import * as l10n from '@vscode/l10n';
import { type Step, stepType } from './interaction';

export const STEP_GROUPS = [
  'thought',
  'output',
  'function',
  'search',
  'code',
  'tool',
  'other',
] as const;
export type StepGroup = (typeof STEP_GROUPS)[number];

export function groupLabel(group: StepGroup): string {
  switch (group) {
    case 'thought':
      return l10n.t('Thoughts');
    case 'output':
      return l10n.t('Responses');
    case 'function':
      return l10n.t('Functions');
    case 'search':
      return l10n.t('Searches');
    case 'code':
      return l10n.t('Code');
    case 'tool':
      return l10n.t('Other tools');
    case 'other':
      return l10n.t('Other steps');
  }
}

interface StepKind {
  readonly label: () => string;
  readonly icon: string;
  readonly group: StepGroup;
  /** Whether the step is a call or its result; results name their call. */
  readonly side?: 'call' | 'result';
}

const STEP_KINDS: { readonly [type: string]: StepKind } = {
  user_input: { label: () => l10n.t('Message'), icon: 'account', group: 'other' },
  model_output: { label: () => l10n.t('Response'), icon: 'sparkle', group: 'output' },
  thought: { label: () => l10n.t('Thought'), icon: 'lightbulb', group: 'thought' },
  function_call: {
    label: () => l10n.t('Function call'),
    icon: 'symbol-method',
    group: 'function',
    side: 'call',
  },
  function_result: {
    label: () => l10n.t('Function result'),
    icon: 'output',
    group: 'function',
    side: 'result',
  },
  mcp_server_tool_call: {
    label: () => l10n.t('MCP server call'),
    icon: 'plug',
    group: 'function',
    side: 'call',
  },
  mcp_server_tool_result: {
    label: () => l10n.t('MCP server result'),
    icon: 'plug',
    group: 'function',
    side: 'result',
  },
  code_execution_call: {
    label: () => l10n.t('Code'),
    icon: 'code',
    group: 'code',
    side: 'call',
  },
  code_execution_result: {
    label: () => l10n.t('Code execution result'),
    icon: 'terminal',
    group: 'code',
    side: 'result',
  },
  google_search_call: {
    label: () => l10n.t('Google Search'),
    icon: 'search',
    group: 'search',
    side: 'call',
  },
  google_search_result: {
    label: () => l10n.t('Google Search result'),
    icon: 'search',
    group: 'search',
    side: 'result',
  },
  google_maps_call: {
    label: () => l10n.t('Google Maps'),
    icon: 'location',
    group: 'search',
    side: 'call',
  },
  google_maps_result: {
    label: () => l10n.t('Google Maps result'),
    icon: 'location',
    group: 'search',
    side: 'result',
  },
  url_context_call: {
    label: () => l10n.t('Pages to fetch'),
    icon: 'globe',
    group: 'search',
    side: 'call',
  },
  url_context_result: {
    label: () => l10n.t('Fetched pages'),
    icon: 'globe',
    group: 'search',
    side: 'result',
  },
  file_search_call: {
    label: () => l10n.t('File search'),
    icon: 'file-text',
    group: 'search',
    side: 'call',
  },
  file_search_result: {
    label: () => l10n.t('File search result'),
    icon: 'file-text',
    group: 'search',
    side: 'result',
  },
  retrieval_call: {
    label: () => l10n.t('Retrieval'),
    icon: 'library',
    group: 'search',
    side: 'call',
  },
  retrieval_result: {
    label: () => l10n.t('Retrieval result'),
    icon: 'library',
    group: 'search',
    side: 'result',
  },
  processing_call: {
    label: () => l10n.t('Inspect media'),
    icon: 'device-camera-video',
    group: 'tool',
    side: 'call',
  },
  processing_result: {
    label: () => l10n.t('Inspected media'),
    icon: 'device-camera-video',
    group: 'tool',
    side: 'result',
  },
};

/** Returns the kind of a step. Unknown types are shown with the API's name. */
export function stepKind(step: Step): StepKind {
  const type = stepType(step);
  const known = Object.hasOwn(STEP_KINDS, type) ? STEP_KINDS[type] : undefined;
  if (known) return known;
  const side = /_(call|result)$/.exec(type)?.[1] as StepKind['side'];
  return {
    label: () => (type === '' ? l10n.t('Step') : type),
    icon: 'circle-outline',
    group: side ? 'tool' : 'other',
    ...(side && { side }),
  };
}
