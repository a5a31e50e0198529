import * as l10n from '@vscode/l10n';
import type {
  Branch,
  Conversation,
  ModelTurn,
  Turn,
  Step,
  TurnInteraction,
} from '../model/conversation';
import { type BranchInfo, partsOfSteps, resultOf, stepType } from '../model/interaction';
import { hasAnswer, hasSavableContent } from '../model/turns';
import { newId } from './conversationFile';
import { turnTitle } from './transcript';

interface Node {
  readonly turn: Turn | undefined;
  readonly parent: Node | undefined;
  /** The visible or most recently shown turn is first. */
  readonly children: Node[];
}

interface Tree {
  readonly root: Node;
  /** Nodes by turn ID. The root has an empty ID. */
  readonly nodes: ReadonlyMap<string, Node>;
}

type Branching = Pick<Conversation, 'turns' | 'branches' | 'branchOrder'>;

/** Builds the tree of all branches, with the visible one first. Orphaned branches start at the root. */
function treeOf({ turns, branches = [] }: Branching): Tree {
  const root: Node = { turn: undefined, parent: undefined, children: [] };
  const nodes = new Map<string, Node>([['', root]]);
  insert(root, turns, nodes);
  let left = branches;
  while (left.length > 0) {
    const waiting = left.filter(({ after, turns: tail }) => {
      const node = nodes.get(after);
      if (node) insert(node, tail, nodes);
      return !node;
    });
    if (waiting.length === left.length) {
      for (const { turns: tail } of waiting) insert(root, tail, nodes);
      break;
    }
    left = waiting;
  }
  return { root, nodes };
}

function insert(node: Node, turns: readonly Turn[], nodes: Map<string, Node>): void {
  let at = node;
  for (const turn of turns) {
    const before = nodes.get(turn.id);
    const next = before ?? { turn, parent: at, children: [] };
    if (!before) {
      at.children.push(next);
      nodes.set(turn.id, next);
    }
    at = next;
  }
}

/** Returns the IDs of the first turns of all branches in order of creation. */
function orderOf({ nodes }: Tree, before: readonly string[] = []): readonly string[] {
  const order = new Set(before);
  for (const { children } of nodes.values()) {
    if (children.length > 1) for (const child of children) order.add(nodeId(child));
  }
  return [...order];
}

function nodeId({ turn }: Node): string {
  return turn?.id ?? '';
}

/** Shows other turns and saves the rest of a tree as branches, each with only its own turns. */
function showTurns(
  conversation: Conversation,
  turns: readonly Turn[],
  tree: Tree = treeOf(conversation),
): Conversation {
  const branchOrder = orderOf(tree, conversation.branchOrder);
  const shown = new Set(turns.map(({ id }) => id));
  const branches: Branch[] = [];
  for (const [after, { children }] of tree.nodes) {
    if (after !== '' && !shown.has(after)) continue;
    for (const child of children) {
      if (!shown.has(nodeId(child))) branches.push({ after, turns: collectTurns(child, branches) });
    }
  }
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
  const tree = treeOf(conversation);
  const node = id === '' ? undefined : tree.nodes.get(id);
  if (!node) return undefined;
  const before: Turn[] = [];
  for (let at = node.parent; at?.turn; at = at.parent) before.unshift(at.turn);
  // Also show the most recently used continuation.
  return showTurns(conversation, [...before, ...collectTurns(node, [])], tree);
}

/**
 * Replaces the turns from the first one that has another ID. The replaced turns remain as a branch, unless
 * they are empty.
 */
export function withTurnsReplaced(
  conversation: Conversation,
  turns: readonly Turn[],
): Conversation {
  const before = conversation.turns;
  const differs = before.findIndex(({ id }, at) => turns[at]?.id !== id);
  const replaced = differs < 0 ? [] : before.slice(differs);
  const [first] = replaced;
  if (!first || !replaced.some(hasSavableContent)) return withTurnsRestored(conversation, turns);
  const branchOrder = [...(conversation.branchOrder ?? []), first.id];
  const kept = [...before.slice(0, differs), ...replaced.map(withoutRetryFailure)];
  return showTurns({ ...conversation, turns: kept, branchOrder }, turns);
}

/** Drops the failure of an attempt to replace a response that was complete. */
function withoutRetryFailure(turn: Turn): Turn {
  if (turn.role !== 'model' || turn.outcome?.verdict !== 'complete') return turn;
  if (!turn.outcome.failure || !hasAnswer(turn.content.parts ?? [])) return turn;
  const { failure: _, ...outcome } = turn.outcome;
  return { ...turn, outcome };
}

/** Shows turns that a branch may have, such as after undo. Other turns that were shown are dropped. */
export function withTurnsRestored(
  conversation: Conversation,
  turns: readonly Turn[],
): Conversation {
  const next = { ...conversation, turns };
  return next.branches ? showTurns(moveOrphanedBranches(conversation, next), turns) : next;
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
  const cut = step !== null && turn.role === 'model' ? truncateAt(turn, step) : undefined;
  if (!cut && at === conversation.turns.length - 1) return undefined;
  return withTurnsReplaced(conversation, [...conversation.turns.slice(0, at), cut ?? turn]);
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
  const tree = treeOf(conversation);
  // The response that is being replaced is also in a branch until the new one arrives.
  if (tree.nodes.size === conversation.turns.length + 1) return undefined;
  const inOrder = sorter(tree, conversation);
  const shown = new Set(conversation.turns.map(({ id }) => id));
  const end = tree.nodes.get(conversation.turns.at(-1)?.id ?? '');
  const infosOf = ({ children }: Node): readonly BranchInfo[] => inOrder(children).map(infoOf);
  const infoOf = (first: Node): BranchInfo => {
    const turns: Turn[] = [];
    let last = first;
    for (let at: Node | undefined = first; at?.turn; at = at === end ? undefined : next(at)) {
      turns.push(at.turn);
      last = at;
    }
    const id = nodeId(first);
    const title = titleOf(turns);
    return { id, title, count: turns.length, isShown: shown.has(id), children: infosOf(last) };
  };
  return infosOf(tree.root);
}

/** Returns a function that sorts turns with the same parent by the creation of their branches. */
function sorter(
  tree: Tree,
  { branchOrder }: Branching,
): (children: readonly Node[]) => readonly Node[] {
  const places = new Map(orderOf(tree, branchOrder).map((id, at) => [id, at]));
  const placeOf = (node: Node): number => places.get(nodeId(node)) ?? -1;
  return (children) => children.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function next({ children }: Node): Node | undefined {
  return children.length === 1 ? children[0] : undefined;
}

function titleOf(turns: readonly Turn[]): string {
  const said = turns.find(({ role }) => role === 'user') ?? turns[0];
  return (said && turnTitle(said)) ?? l10n.t('No text');
}

/** A branch that isn't shown. Branches count from 1; the shown one is 0. */
export interface OtherBranch {
  /** The branch and the number of its message, from 1, after which this one starts; 0 at the start. */
  readonly after: { readonly branch: number; readonly message: number };
  readonly turns: readonly Turn[];
}

/** Returns the branches that aren't shown, each after the one that it starts from. */
export function otherBranches(conversation: Conversation): readonly OtherBranch[] {
  if (!conversation.branches) return [];
  const tree = treeOf(conversation);
  const inOrder = sorter(tree, conversation);
  const found: OtherBranch[] = [];
  const shown = new Set(conversation.turns.map(({ id }) => id));
  const waiting: { readonly start: Node; readonly branch: number; readonly message: number }[] = [];
  const addSiblings = (node: Node, branch: number, message: number, but?: Node): void => {
    for (const start of inOrder(node.children)) {
      if (start !== but && !shown.has(nodeId(start))) waiting.push({ start, branch, message });
    }
  };
  for (const [message, id] of ['', ...shown].entries()) {
    const node = tree.nodes.get(id);
    if (node) addSiblings(node, 0, message);
  }
  for (const { start, branch, message } of waiting) {
    const turns = collectTurns(start, []);
    const count = found.push({ after: { branch, message }, turns });
    for (const [at, { id }] of turns.entries()) {
      const node = tree.nodes.get(id);
      if (node) addSiblings(node, count, at + 1, node.children[0]);
    }
  }
  return found;
}
