import assert from 'node:assert/strict';
import type { Environment } from '../../../src/api/clientEnvironment';
import { Emitter } from '../../../src/base/event';
import type { EmulatorAddress, EmulatorState } from '../../../src/service/emulator';
import { sessionOf } from '../../../src/service/folderSession';
import { TerminalSwitches } from '../../../src/terminals/terminalSwitches';

const app = { uri: 'file:///projects/app', name: 'app' };
const lib = { uri: 'file:///projects/lib', name: 'lib' };

/** @param given the port that a window before had given to programs. */
function setUp(state: EmulatorState = { status: 'running', port: 4000 }, given?: number) {
  const changed = new Emitter<EmulatorState>();
  const appeared = new Emitter<void>();
  let starts = 0;
  const emulator = {
    state,
    onDidChangeState: changed.event,
    onDidAppear: appeared.event,
    start: async () => {
      starts += 1;
      return {} as EmulatorAddress;
    },
  };
  const terminals = new Map<string, Environment>();
  const moves: (readonly number[])[] = [];
  const withOwnKeys = new Set<string>();
  let changes = 0;
  const switches = new TerminalSwitches({
    emulator,
    terminals: ({ uri }) => ({
      set: (environment) => terminals.set(uri, environment),
      clear: () => terminals.delete(uri),
    }),
    caller: { NO_PROXY: 'intranet' },
    keepsKeys: ({ uri }) => withOwnKeys.has(uri),
    memory: { get: () => given, set: (port) => (given = port) },
    onMoved: (...of) => moves.push(of),
    onError: (error) => assert.fail(String(error)),
  });
  switches.onDidChange(() => changes++);
  const go = (next: EmulatorState): void => {
    emulator.state = next;
    changed.fire(next);
  };
  const urlOf = (uri: string): string | undefined => terminals.get(uri)?.GOOGLE_GEMINI_BASE_URL;
  return {
    switches,
    terminals,
    moves,
    go,
    urlOf,
    changed,
    appeared,
    withOwnKeys,
    changes: () => changes,
    starts: () => starts,
    given: () => given,
  };
}

describe('the switch of terminals', () => {
  it('begins off, and gives a folder the address of its own session', () => {
    const { switches, terminals, urlOf, changes } = setUp();
    assert.deepEqual([switches.isOn(app), switches.count, terminals.size], [false, 0, 0]);
    switches.turnOn(app);
    assert.deepEqual([switches.isOn(app), switches.isOn(lib), changes()], [true, false, 1]);
    assert.equal(urlOf(app.uri), `http://127.0.0.1:4000/s/${sessionOf(app)}`);
    switches.turnOn(lib);
    assert.notEqual(urlOf(lib.uri), urlOf(app.uri));
    const environment = terminals.get(app.uri);
    assert.deepEqual(
      [environment?.GEMINI_API_KEY, environment?.GOOGLE_API_KEY],
      ['emulator', undefined],
    );
    assert.equal(environment?.NO_PROXY, 'intranet,127.0.0.1,localhost,::1');
  });

  it('takes everything back when it is turned off, and leaves the rest to the next window', () => {
    const { switches, terminals, changed } = setUp();
    switches.turnOn(app);
    switches.turnOn(lib);
    switches.turnOff(app);
    assert.deepEqual([...terminals.keys()], [lib.uri]);
    switches.dispose();
    assert.deepEqual([[...terminals.keys()], changed.hasListeners], [[lib.uri], false]);
  });

  it('is on before the emulator has run, and leaves terminals what they have until then', () => {
    const { switches, terminals, go, urlOf, moves } = setUp({ status: 'stopped' }, 4000);
    switches.turnOn(app);
    assert.deepEqual([switches.isOn(app), terminals.size, moves], [true, 0, []]);
    go({ status: 'running', port: 4000 });
    assert.equal(urlOf(app.uri), `http://127.0.0.1:4000/s/${sessionOf(app)}`);
    assert.deepEqual(moves, []);
  });

  it('follows the emulator to another port, and says so', () => {
    const { switches, moves, go, urlOf } = setUp();
    switches.turnOn(app);
    go({ status: 'stopped' });
    assert.equal(urlOf(app.uri), `http://127.0.0.1:4000/s/${sessionOf(app)}`);
    go({ status: 'starting' });
    go({ status: 'running', port: 4000 });
    assert.deepEqual(moves, []);
    go({ status: 'running', port: 5000 });
    assert.equal(urlOf(app.uri), `http://127.0.0.1:5000/s/${sessionOf(app)}`);
    assert.deepEqual(moves, [[4000, 5000]]);
  });

  it('uses the emulator that another window has started, while a folder is on', () => {
    const { switches, appeared, go, starts } = setUp();
    go({ status: 'failed', message: 'It ended.' });
    appeared.fire();
    assert.equal(starts(), 0);
    switches.turnOn(app);
    appeared.fire();
    assert.equal(starts(), 1);
    switches.turnOff(app);
    appeared.fire();
    assert.equal(starts(), 1);
  });

  it('leaves the keys to programs whose requests go on, from when it is told', () => {
    const { switches, terminals, withOwnKeys } = setUp();
    switches.turnOn(app);
    withOwnKeys.add(app.uri);
    assert.equal(terminals.get(app.uri)?.GEMINI_API_KEY, 'emulator');
    switches.refresh(app);
    const names = Object.keys(terminals.get(app.uri) ?? {});
    assert.deepEqual(
      [names.includes('GOOGLE_GEMINI_BASE_URL'), /_KEY/.test(names.join())],
      [true, false],
    );
    withOwnKeys.clear();
    switches.refresh(app);
    assert.equal(terminals.get(app.uri)?.GEMINI_API_KEY, 'emulator');
  });
});
