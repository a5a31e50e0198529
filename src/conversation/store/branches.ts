import * as l10n from '@vscode/l10n';
import type { Branch, Conversation, ModelTurn, Turn } from '../model/conversation';
import {
  type BranchInfo,
  partsOfSteps,
  resultOf,
  type Step,
  stepType,
  type TurnInteraction,
} from '../model/interaction';
import { newId } from './conversationFile';
import { turnTitle } from './exchangeTitle';

interface Node {
  readonly turn?: Turn;
  readonly children: Node[];
}

type Branching = Pick<Conversation, 'turns' | 'branches' | 'branchOrder'>;

/** Builds the tree of all branches, with the visible one first. Orphaned branches start at the root. */
function treeOf({ turns, branches = [] }: Branching): Node {
  const root: Node = { children: [] };
  const known = new Map<string, Node>([['', root]]);
  insert(root, turns, known);
  let left = branches;
  while (left.length > 0) {
    const waiting = left.filter(({ after, turns: tail }) => {
      const node = known.get(after);
      if (node) insert(node, tail, known);
      return !node;
    });
    if (waiting.length === left.length) {
      for (const { turns: tail } of waiting) insert(root, tail, known);
      break;
    }
    left = waiting;
  }
  return root;
}

function insert(node: Node, turns: readonly Turn[], known: Map<string, Node>): void {
  let at = node;
  for (const turn of turns) {
    const before = known.get(turn.id);
    const next = before ?? { turn, children: [] };
    if (!before) {
      at.children.push(next);
      known.set(turn.id, next);
    }
    at = next;
  }
}

function orderOf(root: Node, before: readonly string[] = []): readonly string[] {
  const order = [...before];
  const visit = ({ children }: Node): void => {
    for (const child of children) {
      const id = child.turn?.id ?? '';
      if (children.length > 1 && !order.includes(id)) order.push(id);
      visit(child);
    }
  };
  visit(root);
  return order;
}

/** Shows other turns and saves the rest of the tree as branches. */
function showTurns(conversation: Conversation, turns: readonly Turn[]): Conversation {
  const root = treeOf(conversation);
  const branchOrder = orderOf(root, conversation.branchOrder);
  const shown = new Set(turns.map(({ id }) => id));
  const branches: Branch[] = [];
  const visit = (node: Node): void => {
    for (const child of node.children) {
      if (child.turn && shown.has(child.turn.id)) visit(child);
      else branches.push({ after: node.turn?.id ?? '', turns: collectTurns(child, branches) });
    }
  };
  visit(root);
  const { branches: _, branchOrder: __, ...rest } = conversation;
  return { ...rest, turns, ...(branches.length > 0 && { branches, branchOrder }) };
}

function collectTurns(node: Node, branches: Branch[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (let at: Node | undefined = node; at?.turn; at = at.children[0]) {
    turns.push(at.turn);
    const after = at.turn.id;
    for (const other of at.children.slice(1)) {
      branches.push({ after, turns: collectTurns(other, branches) });
    }
  }
  return turns;
}

/** Shows the branch that contains a turn; undefined if the turn no longer exists. */
export function withBranchShown(conversation: Conversation, id: string): Conversation | undefined {
  const path = pathTo(treeOf(conversation), id);
  if (!path) return undefined;
  // Also show the most recently used continuation.
  const turns = [...path.slice(0, -1).flatMap(({ turn }) => turn ?? [])];
  return showTurns(conversation, [...turns, ...collectTurns(path.at(-1) ?? { children: [] }, [])]);
}

function pathTo(node: Node, id: string): readonly Node[] | undefined {
  if (node.turn?.id === id) return [node];
  for (const child of node.children) {
    const path = pathTo(child, id);
    if (path) return node.turn ? [node, ...path] : path;
  }
  return undefined;
}

/**
 * Truncates the conversation after a turn, or after a step of its response; the rest becomes a
 * branch. Undefined if nothing would change.
 */
export function withBranchAt(
  conversation: Conversation,
  id: string,
  step: number | null,
): Conversation | undefined {
  const at = conversation.turns.findIndex((turn) => turn.id === id);
  const turn = conversation.turns[at];
  if (!turn) return undefined;
  const before = conversation.turns.slice(0, at);
  const cut = step !== null && turn.role === 'model' ? truncateAt(turn, step) : undefined;
  if (!cut && at === conversation.turns.length - 1) return undefined;
  const branch: Branch = cut
    ? { after: before.at(-1)?.id ?? '', turns: conversation.turns.slice(at) }
    : { after: id, turns: conversation.turns.slice(at + 1) };
  const branches = [...(conversation.branches ?? []), branch];
  const branchOrder = [...(conversation.branchOrder ?? []), branch.turns[0]?.id ?? ''];
  const turns = [...before, cut ?? turn];
  return { ...conversation, turns, branches, branchOrder: [...new Set(branchOrder)] };
}

/**
 * Truncates a response after a step and its server-side tool results; undefined if nothing is
 * removed.
 */
function truncateAt(turn: ModelTurn, step: number): ModelTurn | undefined {
  const { interaction, outcome: _, answer: __, continuation: ___, ...rest } = turn;
  if (!interaction) return undefined;
  const steps = interaction.steps.slice(0, endOf(interaction.steps, step));
  if (steps.length === interaction.steps.length || steps.length === 0) return undefined;
  const { connection, agent, environment, times, tokens } = interaction;
  const isOpen = steps.some((one) => isCall(one) && resultOf(steps, one) === undefined);
  const cut: TurnInteraction = {
    status: isOpen ? 'requires_action' : 'completed',
    stored: false,
    ...(connection !== undefined && { connection }),
    ...(agent !== undefined && { agent }),
    ...(environment !== undefined && { environment }),
    steps,
    ...(times && { times: times.slice(0, steps.length) }),
    ...(tokens && { tokens: tokens.slice(0, steps.length) }),
    cut: { turn: turn.id, step: steps.length - 1 },
  };
  return {
    ...rest,
    id: newId(),
    content: { role: 'model', parts: partsOfSteps(steps) },
    outcome: { verdict: 'complete', durationMs: 0 },
    interaction: cut,
  };
}

function isCall(step: Step): boolean {
  return stepType(step) === 'function_call';
}

function endOf(steps: readonly Step[], step: number): number {
  let end = step + 1;
  for (let at = 0; at < end; at++) {
    const one = steps[at];
    if (one && !isCall(one)) end = Math.max(end, (resultOf(steps, one) ?? -1) + 1);
  }
  return end;
}

/** Moves branches of deleted turns to the preceding turn. */
export function moveOrphanedBranches(before: Conversation, now: Conversation): Conversation {
  if (!now.branches || now.turns === before.turns) return now;
  const all = [...now.turns, ...now.branches.flatMap(({ turns }) => turns)];
  const there = new Set(['', ...all.map(({ id }) => id)]);
  if (now.branches.every(({ after }) => there.has(after))) return now;
  const branches = now.branches.map((branch) => {
    const at = before.turns.findIndex(({ id }) => id === branch.after);
    const home = before.turns.slice(0, at + 1).findLast(({ id }) => there.has(id));
    return there.has(branch.after) ? branch : { ...branch, after: home?.id ?? '' };
  });
  return { ...now, branches };
}

export function withNewTurnIds(conversation: Conversation): Conversation {
  const ids = new Map<string, string>();
  const idOf = (old: string): string => ids.get(old) ?? old;
  const renamed = (turn: Turn): Turn => {
    const id = newId();
    if (!ids.has(turn.id)) ids.set(turn.id, id);
    return { ...turn, id };
  };
  const recut = (turn: Turn): Turn => {
    const { interaction } = turn.role === 'model' ? turn : {};
    if (turn.role !== 'model' || !interaction?.cut) return turn;
    const cut = { ...interaction.cut, turn: idOf(interaction.cut.turn) };
    return { ...turn, interaction: { ...interaction, cut } };
  };
  const { branches, branchOrder, cache } = conversation;
  const shown = conversation.turns.map(renamed);
  const others = branches?.map((branch) => ({ ...branch, turns: branch.turns.map(renamed) }));
  return {
    ...conversation,
    turns: shown.map(recut),
    ...(others && {
      branches: others.map(({ after, turns }) => ({ after: idOf(after), turns: turns.map(recut) })),
    }),
    ...(branchOrder && { branchOrder: branchOrder.map(idOf) }),
    ...(cache?.beginning && {
      cache: { ...cache, beginning: { ...cache.beginning, upTo: idOf(cache.beginning.upTo) } },
    }),
  };
}

/** Returns the tree for the panel; undefined without branches. */
export function branchInfos(conversation: Branching): readonly BranchInfo[] | undefined {
  if (!conversation.branches) return undefined;
  const root = treeOf(conversation);
  const order = orderOf(root, conversation.branchOrder);
  const shown = new Set(conversation.turns.map(({ id }) => id));
  const end = pathTo(root, conversation.turns.at(-1)?.id ?? '')?.at(-1);
  const infosOf = ({ children }: Node): readonly BranchInfo[] =>
    [...children].sort((one, other) => placeOf(one) - placeOf(other)).map(infoOf);
  const placeOf = ({ turn }: Node): number => order.indexOf(turn?.id ?? '');
  const infoOf = (first: Node): BranchInfo => {
    const turns: Turn[] = [];
    let last = first;
    for (let at: Node | undefined = first; at?.turn; at = at === end ? undefined : next(at)) {
      turns.push(at.turn);
      last = at;
    }
    const id = first.turn?.id ?? '';
    const title = titleOf(turns);
    return { id, title, count: turns.length, isShown: shown.has(id), children: infosOf(last) };
  };
  return infosOf(root);
}

function next({ children }: Node): Node | undefined {
  return children.length === 1 ? children[0] : undefined;
}

function titleOf(turns: readonly Turn[]): string {
  const said = turns.find(({ role }) => role === 'user') ?? turns[0];
  return (said && turnTitle(said)) ?? l10n.t('No text');
}
