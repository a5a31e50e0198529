import { Emitter } from '../../../../src/base/event';
import type { TreeNode } from '../../../../src/resources/tree/nodes';
import { OlderResources } from '../../../../src/resources/tree/olderResources';
import { TreeModel } from '../../../../src/resources/tree/treeModel';
import { createCalls } from '../../../../src/service/calls';
import type { AuthKind, Connection } from '../../../../src/service/connection';
import { ResourceStore } from '../../../../src/service/resourceStore';
import { type Answer, FakeClients } from '../../../fakes/client';
import { FakeClock } from '../../../fakes/clock';
import { FakeMemento } from '../../../fakes/memento';

export const mine: Connection = {
  id: 'aaaa1111',
  name: 'Mine',
  endpoint: 'https://one.example',
  auth: 'apiKey',
};

/** A window that has seen before that the older roots of the connection have something. */
function seenBefore(): FakeMemento {
  const kept = new FakeMemento();
  void kept.update('resources.older', [[mine.id, { holds: ['tunedModel', 'corpus'] }]]);
  return kept;
}

/** The rows of a connection whose service answers with what a test says. */
export function setUp(answer: Answer, kept = seenBefore()) {
  const connected = new Emitter<void>();
  const window: { active: Connection | undefined } = { active: mine };
  const connection: { auth: AuthKind } = { auth: mine.auth };
  const clients = new FakeClients(answer);
  const calls = createCalls(clients);
  const store = new ResourceStore(calls);
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const older = new OlderResources({ store, calls, kept, clock });
  const model = new TreeModel({
    connections: {
      list: () => [mine],
      find: () => ({ ...mine, ...connection }),
      get active() {
        return window.active;
      },
      activate: () => Promise.resolve(),
      onDidChange: connected.event,
    },
    store,
    clock,
    older,
    onListFailed: (_collection, error) => failures.push(error),
  });
  const changes: (string | undefined)[] = [];
  model.onDidChange((node) => changes.push(node?.id));
  const rows = async (): Promise<readonly TreeNode[]> => {
    const [root] = await model.children(undefined);
    return await model.children(root);
  };
  return {
    model,
    store,
    clock,
    clients,
    older,
    kept,
    window,
    connection,
    connected,
    changes,
    failures,
    rows,
  };
}
