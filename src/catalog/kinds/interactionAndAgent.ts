import { RESOURCE_ID, SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { timeLeft } from '../../base/format';
import type { JsonObject } from '../../api/schema/row';
import type { Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, joined, type Parts, shownTime, toldBy, wordsOf } from './facts';

/** Field of listed interactions with local notes. Not an API field. */
export const NOTES = '$noted';

interface StatusWords {
  readonly word: Text;
  readonly icon?: string;
  readonly condition?: Condition;
}

const RUNNING: StatusWords = { word: text('running'), condition: 'busy' };

const STATUSES: { readonly [status: string]: StatusWords } = {
  queued: { word: text('waiting'), condition: 'busy' },
  in_progress: RUNNING,
  requires_action: { word: text('waiting for function results'), icon: 'question' },
  completed: { word: text('completed'), icon: 'pass' },
  failed: { word: text('failed'), condition: 'failed' },
  cancelled: { word: text('canceled'), icon: 'circle-slash' },
  incomplete: { word: text('incomplete'), icon: 'warning' },
  budget_exceeded: { word: text('budget used up'), icon: 'warning' },
  requires_continuation: { word: text('needs continuation'), icon: 'debug-pause' },
};

function statusOf(resource: JsonObject): StatusWords | undefined {
  return wordsOf(STATUSES, textAt(resource, 'status') || 'in_progress');
}

function wordOf(resource: JsonObject): Text {
  return statusOf(resource)?.word ?? text('{0}', textAt(resource, 'status'));
}

function notesOf(resource: JsonObject): JsonObject {
  return objectAt(resource, NOTES);
}

/** Returns the minimum and maximum remaining lifetime in ms, both 0 if over. */
function remainingTimes(resource: JsonObject, now: number): readonly [least: number, most: number] {
  const { least, most } = notesOf(resource);
  const left = (end: unknown): number => (typeof end === 'number' ? Math.max(0, end - now) : 0);
  return [left(least), left(most)];
}

function storageText(resource: JsonObject, now: number, isSpoken: boolean): Text | undefined {
  const [least, most] = remainingTimes(resource, now);
  if (most === 0) return notesOf(resource).most === undefined ? undefined : text('expired');
  if (least === most) return timeLeft(most, isSpoken);
  if (least > 0) return joined([text('at least'), timeLeft(least, isSpoken)], ' ');
  return joined([text('at most'), timeLeft(most, isSpoken)], ' ');
}

function facts(resource: JsonObject, isSpoken: boolean, now?: number): Parts {
  const who = textAt(resource, 'agent') || textAt(resource, 'model').replace(/^models\//, '');
  return [
    wordOf(resource),
    now === undefined ? undefined : storageText(resource, now, isSpoken),
    who === '' ? undefined : text('{0}', who),
  ];
}

function isRunning(resource: JsonObject): boolean {
  return statusOf(resource)?.condition === 'busy';
}

function storageFact(resource: JsonObject): Text | undefined {
  const { least, most } = notesOf(resource);
  if (typeof least !== 'number' || typeof most !== 'number') return undefined;
  const [first, last] = [least, most].map((at) => shownTime(new Date(at).toISOString()));
  if (least === most) return text('until {0}', last ?? '');
  return text('until {0} (free tier) or {1} (paid tier)', first ?? '', last ?? '');
}

/** Model and agent runs that this machine started, until they expire on the server. */
export const interaction = {
  pattern: 'interactions/*',
  message: 'interactions.Interaction',
  namedBy: 'id',
  list: 'local',
  section: 'interactions',
  icon: 'comment-discussion',
  noun: text('interaction'),
  nouns: text('interactions'),
  title: text('Interactions'),
  empty: text('No stored interactions were started on this machine.'),
  label: (resource) => textAt(notesOf(resource), 'title').trim() || textAt(resource, 'id'),
  hasTwins: true,
  ...toldBy(facts),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .tell('State', wordOf(resource))
      .add('Model', resource.model)
      .add('Agent', resource.agent)
      .add('Steps', notesOf(resource).steps)
      .add('Continues from', resource.previous_interaction_id)
      .add('Environment', resource.environment_id)
      .add('Started', resource.created)
      .tell('Storage', storageFact(resource)).rows,
  icons: (resource) => statusOf(resource)?.icon,
  condition: (resource) => statusOf(resource)?.condition,
  state: wordOf,
  end: (resource) => {
    const { most } = notesOf(resource);
    return typeof most === 'number' ? most : undefined;
  },
  gone: {
    statuses: [404],
    why: text('The server deletes interactions when they expire.'),
  },
  verbs: {
    openInteraction: (resource) => textAt(notesOf(resource), 'conversation') !== '',
    cancelInteraction: (resource) => isRunning(resource) && notesOf(resource).background === true,
  },
} as const satisfies KindRow;

/** Returns the additional tools of the base agent: functions and servers by name, others by type. */
function toolsOf(resource: JsonObject): readonly string[] {
  const tools = items(resource.tools).filter(isObject);
  return tools.map((tool) => textAt(tool, 'name') || textAt(tool, 'type')).filter(Boolean);
}

function agentFacts(resource: JsonObject, isSpoken: boolean): Parts {
  const base = textAt(resource, 'base_agent');
  const tools = toolsOf(resource).length;
  return [
    base === '' ? undefined : text(isSpoken ? 'based on {0}' : '{0}', base),
    tools === 0 ? undefined : text(tools === 1 ? '{0} tool' : '{0} tools', tools),
  ];
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
  ...toldBy(agentFacts),
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
