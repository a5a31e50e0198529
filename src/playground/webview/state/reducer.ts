import { isSameJson } from '../../../base/json';
import type { ModelTurn, Turn } from '../../../conversation/model/conversation';
import type {
  PartsDelta,
  PlaygroundEvent,
  PlaygroundState,
} from '../../../conversation/model/protocol';
import { partsOfSteps, type Step } from '../../../conversation/model/interaction';

/** What keeps a message from being sent; undefined where nothing does. */
export type SendBlocker = 'needConnection' | 'needModel' | 'waitForAnswer' | 'settingsInvalid';

/** What the panel shows, apart from what the user is typing. */
export interface ViewState {
  /** The host's last snapshot with the text that streamed in since; absent until the first. */
  readonly panel?: PlaygroundState;
  /** A message is on its way to the host. */
  readonly sending: boolean;
  /** Why a call failed; stands above the composer until it is dismissed or the next call works. */
  readonly problem?: string;
}

/** What streamed in; of a turn that has steps, these with all that came until now. */
interface ViewDelta extends Extract<PlaygroundEvent, { readonly name: 'delta' }> {
  readonly steps?: readonly Step[] | undefined;
}

export type ViewEvent =
  | Exclude<
      PlaygroundEvent,
      {
        readonly name:
          | 'focus'
          | 'turn'
          | 'add'
          | 'getCode'
          | 'compose'
          | 'savePrompt'
          | 'edit'
          | 'delta';
      }
    >
  | ViewDelta
  | { readonly name: 'sendStarted' }
  | { readonly name: 'sendEnded'; readonly problem?: string }
  | { readonly name: 'problem'; readonly problem: string }
  | { readonly name: 'dismissed' };

export const initialState: ViewState = { sending: false };

/** The next state; pure. Answers the same object where nothing changes. */
export function reduce(state: ViewState, event: ViewEvent): ViewState {
  switch (event.name) {
    case 'state':
      return { ...state, panel: withSharedTurns(event.state, state.panel) };
    case 'attachments': {
      const { attachments } = event;
      return state.panel ? { ...state, panel: { ...state.panel, attachments } } : state;
    }
    case 'delta': {
      if (!state.panel) return state;
      const { waiting: _, ...panel } = state.panel;
      const turns = withDelta(panel.turns, event);
      return turns === panel.turns ? state : { ...state, panel: { ...panel, turns } };
    }
    case 'sendStarted':
      return { ...withoutProblem(state), sending: true };
    case 'sendEnded':
      return event.problem === undefined
        ? { ...state, sending: false }
        : { ...state, sending: false, problem: event.problem };
    case 'problem':
      return { ...state, problem: event.problem };
    case 'dismissed':
      return state.problem === undefined ? state : withoutProblem(state);
  }
}

/** What keeps a message from being sent; undefined where nothing does. */
export function sendBlocker(
  { panel, sending }: ViewState,
  areSettingsValid: boolean,
): SendBlocker | undefined {
  if (!panel?.connection) return 'needConnection';
  if (!panel.model) return 'needModel';
  if (sending || panel.streaming !== undefined) return 'waitForAnswer';
  return areSettingsValid ? undefined : 'settingsInvalid';
}

function withSharedTurns(now: PlaygroundState, before?: PlaygroundState): PlaygroundState {
  return before ? { ...now, turns: sharedTurns(before.turns, now.turns) } : now;
}

function withoutProblem({ problem: _, ...rest }: ViewState): ViewState {
  return rest;
}

/**
 * The turns with the pieces joined to the turn that they belong to; the same list if there is none.
 * Joining is `+` on the last text only: the engine keeps it a rope, so a long answer stays linear.
 */
function withDelta(turns: readonly Turn[], { delta, steps }: ViewDelta): readonly Turn[] {
  const index = turns.findLastIndex((turn) => turn.id === delta.turn);
  const turn = turns[index];
  if (turn?.role !== 'model' || turn.outcome) return turns;
  const changed = steps ? withSteps(turn, steps) : withPieces(turn, delta.pieces);
  return turns.map((other, at) => (at === index ? changed : other));
}

function withSteps(turn: ModelTurn, steps: readonly Step[]): ModelTurn {
  const content = { ...turn.content, parts: partsOfSteps(steps) };
  return { ...turn, content, interaction: { stored: false, ...turn.interaction, steps } };
}

function withPieces(turn: ModelTurn, pieces: PartsDelta['pieces']): ModelTurn {
  const parts = [...(turn.content.parts ?? [])];
  for (const { text, thought } of pieces) {
    const last = parts.at(-1);
    if (last?.text !== undefined && Boolean(last.thought) === thought) {
      parts[parts.length - 1] = { ...last, text: last.text + text };
    } else {
      parts.push(thought ? { text, thought } : { text });
    }
  }
  return { ...turn, content: { ...turn.content, parts } };
}

/**
 * The turns of a newer snapshot, with those that did not change as the objects that they were before: what
 * shows a turn then sees at once that nothing is to be done. The earlier list itself where nothing changed.
 */
export function sharedTurns(before: readonly Turn[], now: readonly Turn[]): readonly Turn[] {
  const known = new Map(before.map((turn) => [turn.id, turn]));
  const shared = now.map((turn) => {
    const earlier = known.get(turn.id);
    if (!earlier) return turn;
    return isSameJson(earlier, turn) ? earlier : withSharedSteps(earlier, turn);
  });
  const isUnchanged =
    shared.length === before.length && shared.every((turn, at) => turn === before[at]);
  return isUnchanged ? before : shared;
}

/** The steps of an answer that did not change as the objects that they were before. */
function withSharedSteps(before: Turn, now: Turn): Turn {
  if (before.role !== 'model' || now.role !== 'model') return now;
  if (!before.interaction || !now.interaction) return now;
  const known = before.interaction.steps;
  const steps = now.interaction.steps.map((step, at) => {
    const earlier = known[at];
    return earlier && isSameJson(earlier, step) ? earlier : step;
  });
  return { ...now, interaction: { ...now.interaction, steps } };
}
