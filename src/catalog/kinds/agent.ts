import { RESOURCE_ID, SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import type { KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, joined } from './facts';

/** Returns the additional tools of the base agent: functions and servers by name, others by type. */
function toolsOf(resource: JsonObject): readonly string[] {
  const tools = items(resource.tools).filter(isObject);
  return tools.map((tool) => textAt(tool, 'name') || textAt(tool, 'type')).filter(Boolean);
}

function facts(resource: JsonObject, isSpoken: boolean): Text | undefined {
  const base = textAt(resource, 'base_agent');
  const tools = toolsOf(resource).length;
  return joined(
    [
      base === '' ? undefined : text(isSpoken ? 'based on {0}' : '{0}', base),
      tools === 0 ? undefined : text(tools === 1 ? '{0} tool' : '{0} tools', tools),
    ],
    isSpoken ? ', ' : ' · ',
  );
}

/** User-defined agents: a base agent with instructions, tools, and a sandbox. Immutable. */
export const agent = {
  pattern: 'agents/*',
  message: 'agents.Agent',
  namedBy: 'id',
  section: 'interactions',
  icon: 'hubot',
  noun: text('agent'),
  nouns: text('agents'),
  title: text('Agents'),
  empty: text('There are no custom agents.'),
  purpose: text('with instructions and tools'),
  label: (resource) => textAt(resource, 'id'),
  description: (resource) => facts(resource, false),
  spoken: (resource) => facts(resource, true),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .add('Based on', resource.base_agent)
      .add('Description', resource.description)
      .add('Instruction', resource.system_instruction)
      .add('Tools', toolsOf(resource).join(', ')).rows,
  verbs: { askAgent: () => true },
  collectionVerbs: ['chooseAgent'],
  id: RESOURCE_ID,
  template: {
    id: 'my-agent',
    base_agent: 'antigravity-preview-09-2026',
    description: '',
    system_instruction: '',
    tools: [],
  },
  form: ['base_agent', 'description', 'system_instruction', 'tools'],
  choices: {
    base_agent: SERVICE_AGENTS,
    tools: ['code_execution', 'google_search', 'url_context'],
  },
  restored: 'whole',
} as const satisfies KindRow;
