import assert from 'node:assert/strict';
import { TransportError } from '../../../../src/api/errors';
import { settled } from '../../../fakes/settle';
import { EMULATED, EMULATOR, LARGE, REMOTE, SMALL } from '../fakeServices';
import { World } from '../world';

describe("a session's connection, version and model", () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  it('begins with the first model that can answer', async () => {
    const session = await world.open({ model: '' });
    assert.deepEqual(session.shown.model, {
      name: 'models/small',
      displayName: 'Small',
      inputTokenLimit: 100,
      methods: ['generateContent'],
      thinking: false,
    });
    assert.deepEqual(session.shown.connection, {
      name: 'Remote',
      detail: 'example.test:8443',
      emulator: false,
    });
    await session.close();
    assert.deepEqual(world.files.writes, []);
  });

  it('begins with what the documents name first, but on the emulator with its own first one', async () => {
    const current = { ...EMULATED, name: 'models/gemini-3.8-flash' };
    world.store.pages[REMOTE.id] = [[SMALL, current]];
    world.store.pages[EMULATOR.id] = [[EMULATED, current]];
    const session = await world.open({ model: '' });
    assert.equal(session.shown.model?.name, current.name);
    const other = await world.open({ model: '', connection: EMULATOR.id });
    assert.equal(other.shown.model?.name, EMULATED.name);
  });

  it('keeps a model that is not listed: any name may be used', async () => {
    const session = await world.open({ model: 'models/private-one' });
    assert.deepEqual(session.shown.model, {
      name: 'models/private-one',
      displayName: 'private-one',
      thinking: false,
    });
    assert.equal(session.shown.notice, undefined);
  });

  it('waits for the model when a message comes before the list', async () => {
    let open = (): void => undefined;
    world.store.gate = new Promise((resolve) => (open = resolve));
    const session = await world.open({ model: '' });
    await settled(session.send('Hello'));
    assert.equal(world.client.streams.length, 0);
    await settled(open());
    assert.equal(world.client.last.input.model, 'models/small');
    assert.equal(session.answer.model, 'models/small');
  });

  it('says what keeps the list away, and tries again', async () => {
    world.store.failure = new TransportError('refused', 'Nobody listens.');
    const session = await world.open({ model: '' });
    assert.equal(session.shown.notice?.message, 'Nobody listens.');
    assert.ok(session.shown.notice.fixes.includes('retry'));
    world.store.failure = undefined;
    await settled(session.resolveModel());
    assert.equal(session.shown.notice, undefined);
    assert.equal(session.shown.model?.name, 'models/small');
  });

  it('takes a model of the other connection when it is changed', async () => {
    const session = await world.open({ model: LARGE.name });
    await settled(session.setConnection(EMULATOR.id));
    assert.equal(session.shown.model?.name, EMULATED.name);
    await settled(session.setConnection(REMOTE.id));
    assert.equal(session.shown.model.name, SMALL.name);
  });

  it('sends to the version that was chosen, and names what that does not have', async () => {
    const session = await world.open({
      settings: { requests: { chat: { cachedContent: 'cachedContents/x' } } },
    });
    assert.equal(session.shown.version, 'v1beta');
    await settled(session.setVersion('v1'));
    assert.match(
      session.shown.notice?.message ?? '',
      /Version v1 doesn’t support: cached content\./,
    );
    await settled(session.send('Hello'));
    assert.equal(world.client.last.options.version, 'v1');
    assert.ok(!('cachedContent' in world.client.last.input.body));
    await settled(world.client.last.finish('STOP'));
    assert.equal(session.answer.version, 'v1');
    assert.equal(world.saved(session.state.conversation).version, 'v1');
    session.setSettings({});
    assert.equal(session.shown.notice, undefined);
  });
});
