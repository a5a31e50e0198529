import assert from 'node:assert/strict';
import type { Conversation, Turn, Step } from '../../../../src/conversation/model/conversation';
import {
  branchInfos,
  moveOrphanedBranches,
  withBranchAt,
  withBranchShown,
  withNewTurnIds,
  withTurnsReplaced,
} from '../../../../src/conversation/store/branches';
import {
  formatConversation,
  parseConversation,
} from '../../../../src/conversation/store/conversationFile';
import { newConversation } from '../../../../src/conversation/store/transcript';
import type { BranchInfo } from '../../../../src/conversation/model/interaction';

const user = (id: string, text = id): Turn => ({
  id,
  role: 'user',
  content: { role: 'user', parts: [{ text }] },
});
const model = (id: string, ...steps: readonly Step[]): Turn => ({
  id,
  role: 'model',
  content: { role: 'model', parts: [{ text: id }] },
  model: 'models/m',
  version: 'v1beta',
  mode: 'interaction',
  outcome: { verdict: 'complete', durationMs: 1 },
  interaction: { stored: true, id: `v1_${id}`, status: 'completed', steps },
});

const begun: Conversation = {
  ...newConversation({ connection: 'c', model: 'models/m', settings: {} }, 0, 'a'.repeat(16)),
  revision: 1,
  mode: 'interaction',
  turns: [user('u1'), model('m1'), user('u2'), model('m2'), user('u3'), model('m3')],
};

/** What is shown, by the ids of its turns. */
const way = ({ turns }: Conversation): string => turns.map(({ id }) => id).join(' ');
/** The tree, with a star at what is shown. */
const drawn = (infos: readonly BranchInfo[] | undefined): string =>
  (infos ?? [])
    .map(({ title, count, isShown, children }) => {
      const below = children.length > 0 ? ` (${drawn(children)})` : '';
      return `${isShown ? '*' : ''}${title}${count}${below}`;
    })
    .join(', ');
const said = (conversation: Conversation, ...ids: readonly string[]): Conversation => ({
  ...conversation,
  turns: [...conversation.turns, ...ids.map((id) => (id.startsWith('u') ? user(id) : model(id)))],
});

function must<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

describe('the branches of a conversation', () => {
  it('begin at an answer, and keep what followed it', () => {
    const cut = must(withBranchAt(begun, 'm1', null));
    assert.equal(way(cut), 'u1 m1');
    assert.equal(drawn(branchInfos(cut)), '*u12 (u24)');
    const other = said(cut, 'u4', 'm4');
    assert.equal(drawn(branchInfos(other)), '*u12 (u24, *u42)');
  });

  it('are walked to and fro with nothing lost and nothing twice', () => {
    let now = said(must(withBranchAt(begun, 'm1', null)), 'u4', 'm4');
    now = said(must(withBranchAt(now, 'm1', null)), 'u5', 'm5');
    const tree = (): string => drawn(branchInfos(now)).replaceAll('*', '');
    const all = tree();
    assert.equal(all, 'u12 (u24, u42, u52)');
    for (const [to, shown] of [
      ['u2', 'u1 m1 u2 m2 u3 m3'],
      ['u5', 'u1 m1 u5 m5'],
      ['u4', 'u1 m1 u4 m4'],
      ['u2', 'u1 m1 u2 m2 u3 m3'],
    ] as const) {
      now = must(withBranchShown(now, to));
      assert.equal(way(now), shown);
      assert.equal(tree(), all);
    }
    now = said(must(withBranchAt(now, 'm2', null)), 'u6');
    assert.equal(drawn(branchInfos(now)), '*u12 (*u22 (u32, *u61), u42, u52)');
    assert.equal(way(must(withBranchShown(now, 'u3'))), 'u1 m1 u2 m2 u3 m3');
  });

  it('hang together as before where all turns get new ids', () => {
    const steps = [{ type: 'thought' }, { type: 'model_output', content: [] }];
    const whole = {
      ...begun,
      turns: [user('u1'), model('m1', ...steps), user('u2'), model('m2'), user('u3'), model('m3')],
    };
    let now = said(must(withBranchAt(whole, 'm1', 0)), 'u4', 'm4');
    now = must(withBranchShown(now, 'u2'));
    now = said(must(withBranchAt(now, 'm2', null)), 'u5');
    const other = withNewTurnIds(now);
    assert.equal(drawn(branchInfos(other)), drawn(branchInfos(now)));
    const ids = (one: Conversation): readonly string[] =>
      [one.turns, ...(one.branches ?? []).map(({ turns }) => turns)].flat().map(({ id }) => id);
    assert.equal(new Set([...ids(now), ...ids(other)]).size, 2 * ids(now).length);
    const cut = (other.branches ?? [])
      .flatMap(({ turns }) => turns)
      .flatMap((turn) => (turn.role === 'model' ? (turn.interaction?.cut ?? []) : []));
    assert.deepEqual(cut, [{ turn: other.turns[1]?.id, step: 0 }]);
    const names = [...now.turns, ...(now.branches ?? []).flatMap(({ turns }) => turns)];
    assert.ok(names.every(({ id }) => !JSON.stringify(other.branchOrder).includes(`"${id}"`)));
    const cache = { name: 'cachedContents/a', label: 'a', connection: 'c', model: now.model };
    const cached = { ...now, cache: { ...cache, beginning: { upTo: 'u2', digest: 'd' } } };
    const renamed = withNewTurnIds(cached);
    assert.equal(renamed.cache?.beginning?.upTo, renamed.turns[2]?.id);
  });

  it('begin in the middle of an answer, whose copy at the service is of all of it', () => {
    const steps: readonly Step[] = [
      { type: 'thought', signature: 'c2ln' },
      { type: 'google_search_call', id: 's', arguments: { queries: ['tea'] } },
      { type: 'google_search_result', call_id: 's', result: [] },
      { type: 'function_call', id: 'f', name: 'g', arguments: {} },
      { type: 'model_output', content: [{ type: 'text', text: 'Said' }] },
    ];
    const conversation = { ...begun, turns: [user('u1'), model('m1', ...steps)] };
    const at = (step: number): Conversation => must(withBranchAt(conversation, 'm1', step));
    const lastOf = ({ turns }: Conversation) => {
      const last = turns.at(-1);
      assert.ok(last?.role === 'model' && last.interaction);
      return last.interaction;
    };
    assert.deepEqual(lastOf(at(0)), {
      status: 'completed',
      stored: false,
      steps: steps.slice(0, 1),
      cut: { turn: 'm1', step: 0 },
    });
    assert.equal(lastOf(at(1)).steps.length, 3, 'a search has its result');
    assert.equal(lastOf(at(3)).status, 'requires_action');
    assert.equal(withBranchAt(conversation, 'm1', 4), undefined, 'all of it is no branch');
    const two = at(0);
    assert.equal(way(must(withBranchShown(two, 'm1'))), 'u1 m1');
    assert.equal(branchInfos(two)?.[0]?.children.length, 2);
  });

  it('hang on the turn before where theirs was deleted', () => {
    const now = said(must(withBranchAt(begun, 'm2', null)), 'u4');
    const turns = now.turns.filter(({ id }) => id !== 'm2');
    const kept = moveOrphanedBranches(now, { ...now, turns });
    assert.deepEqual(
      kept.branches?.map(({ after }) => after),
      ['u2'],
    );
    assert.equal(way(must(withBranchShown(kept, 'u3'))), 'u1 m1 u2 u3 m3');
  });

  it('stay with their file', () => {
    const now = said(must(withBranchAt(begun, 'm1', null)), 'u4', 'm4');
    assert.deepEqual(parseConversation(formatConversation(now)), now);
  });

  it('of a thousand messages, each regenerated, hold each message once, and are read a few times', () => {
    const long = 1000;
    let reads = 0;
    const counted = (turn: Turn): Turn => {
      const { id } = turn;
      return Object.defineProperty(turn, 'id', { get: () => ((reads += 1), id), enumerable: true });
    };
    const turns = Array.from({ length: long }, (_, at) => [user(`u${at}`), model(`m${at}`)]);
    const branches = turns.map((_, at) => ({ after: `u${at}`, turns: [counted(model(`n${at}`))] }));
    let now: Conversation = { ...begun, turns: turns.flat().map(counted), branches };
    now = must(withBranchShown(now, 'n500'));
    now = withTurnsReplaced(now, now.turns.slice(0, 3));
    now = must(withBranchShown(now, 'm999'));
    assert.equal(must(branchInfos(now)).length, 1);
    assert.ok(reads < 50 * 3 * long, `${reads} reads of ${3 * long} messages`);
    assert.equal([now, ...(now.branches ?? [])].flatMap((one) => one.turns).length, 3 * long);
  });
});
