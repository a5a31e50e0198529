import { isSameJson } from '../../../base/json';
import type { ModelTurn, Turn, Step } from '../../../conversation/model/conversation';
import type {
  PartsDelta,
  PlaygroundEvent,
  PlaygroundState,
} from '../../../conversation/model/protocol';
import { partsOfSteps } from '../../../conversation/model/interaction';

export type SendBlocker = 'needConnection' | 'needModel' | 'waitForAnswer' | 'settingsInvalid';

export interface ViewState {
  readonly panel?: PlaygroundState;
  readonly sending: boolean;
  /** Error of the last call. Shown until dismissed or the next successful call. */
  readonly problem?: string;
}

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
          | 'draft'
          | 'savePrompt'
          | 'managePresets'
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

/** Returns the next state, or the same object if nothing changes. Pure. */
export function reduce(state: ViewState, event: ViewEvent): ViewState {
  switch (event.name) {
    case 'state':
      return {
        ...(isOtherConversation(event.state, state.panel) ? withoutProblem(state) : state),
        panel: withSharedTurns(event.state, state.panel),
      };
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

/** Returns the code of the reason that disables sending. Undefined if enabled. */
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

function isOtherConversation(now: PlaygroundState, before?: PlaygroundState): boolean {
  return before !== undefined && before.conversation !== now.conversation;
}

function withoutProblem({ problem: _, ...rest }: ViewState): ViewState {
  return rest;
}

/**
 * Appends streamed parts to their turn. Uses only `+` on the last text, which engines store as a rope, so
 * long responses take linear time.
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
 * Returns the new turns but reuses unchanged objects, so that views can skip rendering. Same array if nothing
 * changed.
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
