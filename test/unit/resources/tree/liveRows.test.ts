import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Emitter } from '../../../../src/base/event';
import { waitPolicies } from '../../../../src/base/waitPolicies';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { AS_LISTED } from '../../../../src/resources/tree/arrangement';
import { AgingRows, BusyPoller } from '../../../../src/resources/tree/liveRows';
import type { CollectionNode, ResourceNode, TreeNode } from '../../../../src/resources/tree/nodes';
import { ViewControls } from '../../../../src/resources/tree/viewState';
import { FakeClock } from '../../../fakes/clock';
import { FakePrompts } from '../../../fakes/prompts';

const { busyRows } = waitPolicies;

const settle = () => new Promise(setImmediate);

function fakeView(visible = true) {
  const changed = new Emitter<{ readonly visible: boolean }>();
  const view = { visible, onDidChangeVisibility: changed.event };
  const show = (now: boolean): void => {
    view.visible = now;
    changed.fire({ visible: now });
  };
  return { view, show };
}

describe('rows on which the service works', () => {
  function setUp(visible = true) {
    const resource: JsonObject = { name: 'files/a', state: 'PROCESSING' };
    const row = {
      node: 'resource',
      id: 'x/files/a',
      words: '',
      can: [],
      work: undefined,
      connection: 'x',
      version: 'v1beta',
      kind: 'file',
      name: 'files/a',
      resource,
      badge: undefined,
      hasRows: false,
    } as const satisfies ResourceNode;
    const rows: { current: ResourceNode; others: ResourceNode[] } = { current: row, others: [] };
    const changed = new Emitter<TreeNode | undefined>();
    const clock = new FakeClock();
    const asked: ResourceRef[] = [];
    const failed: unknown[] = [];
    const service: { answer: () => Promise<JsonObject> } = {
      answer: () => Promise.resolve(resource),
    };
    const { view, show } = fakeView(visible);
    const poller = new BusyPoller({
      model: { rows: () => [rows.current, ...rows.others], onDidChange: changed.event },
      store: {
        get: async (ref) => {
          asked.push(ref);
          return await service.answer();
        },
        renew: async (ref) => {
          asked.push(ref);
          return { items: [await service.answer()] };
        },
        workOn: () => undefined,
      },
      clock,
      view,
      onFailed: (_ref, error) => failed.push(error),
    });
    const advance = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await settle();
    };
    return { rows, row, poller, clock, asked, failed, service, show, advance };
  }

  it('are fetched one by one, less and less often, until nothing is busy', async () => {
    const { poller, asked, advance, rows, row, clock } = setUp();
    poller.look();
    await advance(busyRows.first);
    assert.deepEqual(
      asked.map(({ name }) => name),
      ['files/a'],
    );
    await advance(busyRows.first);
    assert.equal(asked.length, 1);
    await advance(busyRows.first / 2);
    assert.equal(asked.length, 2);
    rows.current = { ...row, resource: { ...row.resource, state: 'ACTIVE' } };
    await advance(60_000);
    assert.equal(asked.length, 2);
    assert.equal(clock.pending, 0);
  });

  it('are listed again where the service tells of them only there', async () => {
    const { poller, asked, advance, rows, row } = setUp();
    const name = 'triggers/t/executions/r';
    const at = { kind: 'triggerExecution', name } as const;
    rows.current = { ...row, ...at, resource: { id: 'r', status: 'in_progress' } };
    // Once for all of them.
    rows.others = [{ ...rows.current, id: 'x/s', name: 'triggers/t/executions/s' }];
    poller.look();
    await advance(busyRows.first);
    const listed = asked.map(({ kind, name: parent, collection }) => [kind, parent, collection]);
    assert.deepEqual(listed, [['triggerExecution', 'triggers/t', true]]);
    rows.others = [];
    rows.current = { ...rows.current, resource: { id: 'r', status: 'completed' } };
    await advance(60_000);
    assert.equal(asked.length, 1);
  });
});

describe('choices of the view', () => {
  function setUp(kept?: unknown) {
    const told: (string | undefined)[] = [];
    const memory = new Map<string, unknown>([['resources.arrangement', kept]]);
    const model = {
      arrangement: AS_LISTED,
      arrange(arrangement: typeof AS_LISTED): void {
        model.arrangement = arrangement;
      },
    };
    const controls = new ViewControls({
      model,
      kept: {
        get: (key) => memory.get(key),
        update: (key, value) => Promise.resolve(void memory.set(key, value)),
      },
      onFilter: (message) => told.push(message),
    });
    return { controls, model, memory, told };
  }

  it('sort and group, mark what is chosen, and are remembered without the filter', async () => {
    const { controls, model, memory } = setUp();
    await controls.filter(new FakePrompts('x'));
    await controls.sort(new FakePrompts('By name'));
    const prompts = new FakePrompts('By state');
    await controls.sort(prompts);
    const checked = prompts.asked[0]?.items?.filter(({ icon }) => icon === 'check');
    assert.deepEqual(
      checked?.map(({ label }) => label),
      ['By name', 'No grouping'],
    );
    assert.deepEqual(model.arrangement, { filter: 'x', sort: 'name', group: 'state' });
    const again = setUp(memory.get('resources.arrangement'));
    assert.deepEqual(again.model.arrangement, { filter: '', sort: 'name', group: 'state' });
    assert.deepEqual(setUp({ sort: 7, group: 'x' }).model.arrangement, AS_LISTED);
  });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const where = { connection: 'x', version: 'v1beta', kind: 'file', words: '', can: [] } as const;
const files: CollectionNode = {
  ...where,
  node: 'collection',
  id: 'files',
  name: '',
  collection: true,
  work: undefined,
  summary: undefined,
};

describe('rows whose words age', () => {
  function setUp(lefts: readonly number[], visible = true) {
    const clock = new FakeClock();
    const rows = lefts.map((left, index): ResourceNode => {
      const id = `files/${index}`;
      const expirationTime = new Date(clock.now() + left).toISOString();
      return {
        ...where,
        node: 'resource',
        id,
        name: id,
        work: undefined,
        badge: undefined,
        hasRows: false,
        resource: { expirationTime },
      };
    });
    const { view, show } = fakeView(visible);
    const drawn: string[] = [];
    const aging = new AgingRows({
      model: {
        rows: () => [files, ...rows],
        parent: (node) => (node === files ? undefined : files),
      },
      clock,
      view,
      redraw: ({ id }) => drawn.push(id),
    });
    return { aging, clock, drawn, show };
  }

  it('are drawn within a minute of saying something else, each by itself', () => {
    const { aging, clock, drawn } = setUp([90 * MINUTE + 30_000, 5.5 * HOUR]);
    clock.advance(MINUTE);
    assert.deepEqual(drawn, ['files/0']);
    clock.advance(30 * MINUTE);
    assert.equal(drawn.filter((id) => id === 'files/0').length, 31);
    assert.equal(drawn.filter((id) => id === 'files/1').length, 1);
    aging.dispose();
    assert.equal(clock.pending, 0);
  });
});
