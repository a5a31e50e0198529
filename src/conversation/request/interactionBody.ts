import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { ModelTurn, Turn } from '../model/conversation';
import type { Step } from '../model/interaction';
import type { Sender } from '../model/modeBodies';
import { modeRequest } from '../model/modeRequest';
import { stepsOfTurns } from './turnSteps';

/** Where an interaction is sent, as far as its body depends on it. */
export interface InteractionTarget {
  /** Id of the connection. */
  readonly connection?: string | undefined;
  /** Whether the service keeps it. */
  readonly stored?: boolean | undefined;
  /** Whether it goes on there by itself, which agents always do. */
  readonly background?: boolean | undefined;
}

/** The body of a request for the next answer, and where its beginning is. */
export interface InteractionBody {
  readonly body: JsonObject;
  /** Paths of fields of the settings that an agent does not take. */
  readonly leftOut: readonly string[];
  /** Id of the turn whose copy at the service it goes on from; absent where all steps are sent. */
  readonly from?: string;
}

/** Fields that only models take. */
const OF_MODELS = ['generation_config', 'cached_content'] as const;
/** Fields that only agents take. */
const OF_AGENTS = ['agent', 'agent_config'] as const;

/**
 * The request for the next answer of a conversation: where the service has a copy of all before it that is as it is
 * here, only what is new, and the settings again, which no interaction inherits; else every step.
 */
export function interactionBody(
  { model, settings, turns, variables = {} }: Sender,
  { connection, stored = false, background = false }: InteractionTarget,
): InteractionBody {
  const given = modeRequest(settings, 'interaction', variables);
  const agent = textAt(given, 'agent');
  const isAgent = agent !== '';
  const unused: readonly string[] = isAgent ? OF_MODELS : OF_AGENTS;
  const fields = Object.fromEntries(
    Object.entries(given).filter(([name]) => !unused.includes(name)),
  );
  const isInBackground = background || isAgent;
  // The service refuses what goes on by itself and is not to be kept.
  const store = stored || isInBackground;
  const at = store ? keptTurn(turns, connection) : -1;
  const before = at < 0 ? undefined : (turns[at] as ModelTurn);
  const { id = '', environment } = before?.interaction ?? {};
  const isStream = !settings.whole || isInBackground;
  return {
    body: {
      ...(isAgent ? {} : { model: model.replace(/^models\//, '') }),
      ...(before && { previous_interaction_id: id }),
      ...(isAgent && environment !== undefined && { environment }),
      ...fields,
      input: stepsOfTurns(turns, at + 1),
      store,
      ...(isInBackground && { background: true }),
      ...(isStream && { stream: true }),
    },
    leftOut: unused.filter((name) => given[name] !== undefined),
    ...(before && { from: before.id }),
  };
}

/** After these the service goes on from its copy. */
const GOES_ON: ReadonlySet<string> = new Set([
  'completed',
  'requires_action',
  'incomplete',
  'budget_exceeded',
]);

/**
 * Place of the last answer, where the service has a copy of the conversation up to it: kept, by this connection, and of
 * the same words. -1 where it has none.
 */
function keptTurn(turns: readonly Turn[], connection: string | undefined): number {
  const at = turns.findLastIndex((turn) => turn.role === 'model' && isSaid(turn));
  const turn = turns[at];
  if (turn?.role !== 'model' || !turn.interaction) return -1;
  const { id, status = '', stored, gone, digest, connection: keeper } = turn.interaction;
  if (id === undefined || !stored || gone || keeper !== connection || !GOES_ON.has(status))
    return -1;
  return digest === digestUpTo(turns, at) ? at : -1;
}

/** Whether anything came of an answer that later requests hold. */
function isSaid({ interaction, content }: ModelTurn): boolean {
  return interaction ? interaction.steps.length > 0 : (content.parts ?? []).length > 0;
}

/** The input of a request that was made of these turns, and may have gone on from an interaction. */
export function inputAfter(turns: readonly Turn[], sent: JsonObject): readonly Step[] {
  const { previous_interaction_id: previous } = sent;
  const at = turns.findLastIndex(
    (turn) => turn.role === 'model' && turn.interaction?.id === previous,
  );
  return stepsOfTurns(turns, previous === undefined ? 0 : at + 1);
}

/** Those that a request holds which goes on from an answer; all where it goes on from none. */
export function turnsAfter(turns: readonly Turn[], from: string | undefined): readonly Turn[] {
  return turns.slice(turns.findIndex(({ id }) => id === from) + 1);
}

/** The conversation without the service's copy of it up to an answer: the service has that no more. */
export function withLostCopy<C extends { readonly turns: readonly Turn[] }>(
  conversation: C,
  answer: string,
): C {
  const turns = conversation.turns.map((turn) => {
    if (turn.id !== answer || turn.role !== 'model' || !turn.interaction) return turn;
    return { ...turn, interaction: { ...turn.interaction, gone: true } };
  });
  return { ...conversation, turns };
}

/** Of all that was said up to a turn, that one included. */
export function digestUpTo(turns: readonly Turn[], at: number): string {
  return digestOfSteps(stepsOfTurns(turns.slice(0, at + 1)));
}

function digestOfSteps(steps: readonly Step[]): string {
  return createHash('sha256').update(JSON.stringify(steps)).digest('hex');
}
