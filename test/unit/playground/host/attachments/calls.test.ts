import assert from 'node:assert/strict';
import type { PlaygroundProtocol } from '../../../../../src/playground/protocol';
import type { Caller } from '../../../../../src/webview/rpc';
import { settle } from '../../../../fakes/settle';
import { openPanel } from '../panelWorld';
import { World, type TestSession } from '../world';

describe("the host's answers to what a panel attaches", () => {
  let world: World;
  let session: TestSession;
  let caller: Caller<PlaygroundProtocol>;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    caller = openPanel(world, session);
  });

  it('attaches what the page hands over, gives its content, and takes it away', async () => {
    world.uploads.files.set('/kite.png', { mimeType: 'image/png', content: Buffer.from('kite') });
    world.uploads.picked = ['/kite.png'];
    await caller.call('pickAttachments', undefined);
    await caller.call('attachUris', { uris: ['file:///absent.png'] });
    const pasted = { name: 'p.png', mimeType: 'image/png', data: 'aaaa' };
    await caller.call('attachData', pasted);
    await settle();
    const shown = session.state.attachments;
    assert.deepEqual(
      shown.map(({ name, state }) => [name, state]),
      [
        ['kite.png', 'ready'],
        ['absent.png', 'failed'],
        ['p.png', 'ready'],
      ],
    );
    const [kite, absent] = shown.map(({ id }) => id);
    assert.deepEqual(await caller.call('attachmentData', { id: kite ?? '' }), {
      mimeType: 'image/png',
      data: Buffer.from('kite').toString('base64'),
    });
    world.uploads.files.set('/absent.png', { mimeType: 'image/png', content: Buffer.from('x') });
    await caller.call('retryAttachment', { id: absent ?? '' });
    await caller.call('detach', { id: kite ?? '' });
    await settle();
    assert.deepEqual(
      session.state.attachments.map(({ name, state }) => [name, state]),
      [
        ['absent.png', 'ready'],
        ['p.png', 'ready'],
      ],
    );
    await assert.rejects(caller.call('attachUris', { uris: ['command:x'] }), /neither a file/);
  });
});
