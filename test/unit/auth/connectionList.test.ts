import assert from 'node:assert/strict';
import { ENDPOINT, gateway, mine, setUp } from './setup';

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('connections', () => {
  it('are the emulator alone, and none active, where nothing is configured', () => {
    const { connections } = setUp();
    assert.deepEqual(ids(connections.list()), ['emulator']);
    assert.equal(connections.active, undefined);
  });

  it('are read from the setting, in its order, the emulator last', () => {
    const { connections } = setUp({ connections: [mine, gateway] });
    assert.deepEqual(ids(connections.list()), ['aaaa1111', 'bbbb2222', 'emulator']);
    assert.deepEqual(connections.find('bbbb2222'), gateway);
  });

  it('are active by the choice of the window, then the default, then their order', async () => {
    const { connections, settings } = setUp({ connections: [mine, gateway] });
    assert.equal(connections.active?.id, 'aaaa1111');
    await settings.write('activeConnection', 'bbbb2222');
    assert.equal(connections.active.id, 'bbbb2222');
    await connections.activate('emulator');
    assert.equal(connections.active.id, 'emulator');
    assert.equal(settings.read('activeConnection'), 'bbbb2222');
    await connections.activate('aaaa1111', { everywhere: true });
    assert.equal(settings.read('activeConnection'), 'aaaa1111');
  });

  it('tell of every change', async () => {
    const { connections, settings, vault } = setUp({ connections: [mine] });
    let changes = 0;
    connections.onDidChange(() => changes++);
    await settings.write('connections', [mine, gateway]);
    await connections.activate('bbbb2222');
    const before = changes;
    await vault.write('aaaa1111', { origin: mine.endpoint, key: 'k' });
    assert.equal(before, 2);
    assert.ok(changes > before);
  });

  it('leave what cannot be read in the setting when another is removed', async () => {
    const broken = { id: 'x' };
    const { connections, settings } = setUp({
      connections: [broken, mine, gateway, null],
      activeConnection: 'aaaa1111',
    });
    await connections.activate('aaaa1111');
    await connections.remove('aaaa1111');
    assert.deepEqual(settings.read('connections'), [broken, gateway, null]);
    assert.equal(settings.read('activeConnection'), undefined);
    assert.equal(connections.active?.id, 'bbbb2222');
  });
});

describe('entries that cannot be used', () => {
  const bad: readonly (readonly [title: string, entry: unknown, why: RegExp])[] = [
    ['the id of the emulator', { ...mine, id: 'emulator' }, /“id” must be eight/],
    ['no name', { ...mine, name: ' ' }, /“name” must be a non-empty string/],
    ['an unknown auth', { ...mine, auth: 'password' }, /“auth” must be one of/],
    ['a key in a setting', { ...mine, apiKey: 'secret-canary' }, /field "apiKey"/],
    ['user and password', { ...mine, endpoint: 'https://u:p4ss@x.example' }, /password/],
    ['a path at Google', { ...mine, endpoint: `${ENDPOINT}/gateway` }, /path/],
    ['a key for a name', { ...mine, name: 'AIzaSyCanaryAbcdefghij' }, /“name” looks like a key/],
    ['http to elsewhere', { ...mine, endpoint: 'http://x.example' }, /unencrypted/],
    ['a bad upload endpoint', { ...mine, uploadEndpoint: 'http://x.example' }, /unencrypted/],
  ];
  for (const [title, entry, why] of bad) {
    it(`are left out and told: ${title}`, () => {
      const { connections, problems } = setUp({ connections: [entry, gateway] });
      assert.deepEqual(ids(connections.list()), ['bbbb2222', 'emulator']);
      assert.equal(problems.length, 1);
      const [told = ''] = problems[0]!;
      assert.match(told, why);
      assert.match(told, /^Entry 1 in generativeLanguage\.connections was ignored\./);
      assert.doesNotMatch(told, /secret-canary|p4ss|AIza/);
    });
  }
});
