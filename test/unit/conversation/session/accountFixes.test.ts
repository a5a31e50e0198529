import assert from 'node:assert/strict';
import type { ConnectionTarget } from '../../../../src/catalog/ref';
import type { Fix } from '../../../../src/conversation/model/conversation';
import { createHandlers } from '../../../../src/playground/host/handlers';
import { Pickers } from '../../../../src/playground/host/pickers';
import { playgroundProtocol } from '../../../../src/conversation/model/protocol';
import { connect, serve } from '../../../../src/webview/rpc';
import { FakePrompts } from '../../../fakes/prompts';
import { pair, unexpected } from '../../playground/rpc/pair';
import { EMULATOR, REMOTE } from '../fakeServices';
import { NO_ACTIONS } from '../panelWorld';
import { World } from '../world';

const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';
const added = { ...REMOTE, id: 'added001', name: 'Added' };

describe('buttons of the conversation that open what signs its requests', () => {
  /** @param onSignIn what signing in does to the connections of the window. */
  async function setUp(onSignIn: (world: World) => void = () => undefined) {
    const world = new World();
    const session = await world.open();
    const did: (readonly [string, ConnectionTarget | undefined])[] = [];
    const { host, webview } = pair();
    const actions = {
      ...NO_ACTIONS,
      signIn: async (target: ConnectionTarget | undefined) => {
        did.push(['signIn', target]);
        onSignIn(world);
      },
      diagnose: async (target: ConnectionTarget | undefined) => {
        did.push(['diagnose', target]);
      },
    };
    const handlers = createHandlers({
      session,
      actions,
      connections: world.connections,
      prompts: world.prompts,
      pickers: new Pickers(world.services, new FakePrompts()),
      onReady: unexpected,
    });
    serve(host, playgroundProtocol, handlers, unexpected, unexpected);
    const caller = connect(webview, playgroundProtocol, unexpected);
    const press = (fix: Fix) => caller.call('fix', { turn: '', fix });
    return { session, did, press };
  }

  it('work on its own connection, for what an answer needs', async () => {
    const { did, press } = await setUp();
    await press('signIn');
    await press('diagnose');
    assert.deepEqual(
      did.map(([what, target]) => [what, target?.connection]),
      [
        ['signIn', REMOTE.id],
        ['diagnose', REMOTE.id],
      ],
    );
    assert.ok(did.every(([, target]) => target?.scopes?.includes(CLOUD)));
  });

  it('take the connection that signing in brought, and stay where it brought none', async () => {
    const stays = await setUp();
    await stays.press('signIn');
    assert.equal(stays.session.state.connection?.name, 'Remote');
    const moves = await setUp(({ connections }) =>
      connections.set([REMOTE, EMULATOR, added], added.id),
    );
    await moves.press('signIn');
    assert.equal(moves.session.state.connection?.name, 'Added');
  });
});
