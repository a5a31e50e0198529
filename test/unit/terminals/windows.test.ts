import assert from 'node:assert/strict';
import type { Environment } from '../../../src/api/clientEnvironment';
import type { JsonObject } from '../../../src/base/json';
import { STOPPED } from '../../../src/service/emulatorControl';
import { type ChildHandle, EmulatorProcess } from '../../../src/service/emulatorProcess';
import { sessionOf } from '../../../src/service/folderSession';
import { FolderAnswers } from '../../../src/terminals/folderAnswers';
import { SessionModes } from '../../../src/terminals/sessionModes';
import { TerminalSwitches } from '../../../src/terminals/terminalSwitches';
import { FakeClock } from '../../fakes/clock';
import { FakeFileProblems } from '../../fakes/fileProblems';
import { settle } from '../../fakes/settle';
import { SharedSecrets } from '../../fakes/sharedSecrets';

const NOTE = 'emulator.address';
const RULES = '/projects/app/.genlang/a.answers.jsonc';

/** The emulator of all windows: what it was told goes with it. */
interface Running {
  readonly line: string;
  readonly told: Map<string, JsonObject>;
  readonly uses: Set<(how: string) => void>;
}

/** A machine with windows, and one emulator at a time. */
class Machine {
  readonly #secrets = new SharedSecrets();
  /** Where the next one listens. */
  port = 4000;
  running: Running | undefined;

  /** All windows hear of it at once. */
  end(how: string): void {
    const { uses } = this.running ?? assert.fail();
    this.running = undefined;
    for (const tell of uses) tell(how);
  }

  /** What the emulator knows of a folder. */
  told(uri: string, path: string): JsonObject | undefined {
    return this.running?.told.get(`${sessionOf({ uri })} ${path}`);
  }

  openWindow() {
    const storage = this.#secrets.window();
    const errors: unknown[] = [];
    const moves: (readonly number[])[] = [];
    const terminals = new Map<string, Environment>();
    const onError = (error: unknown): void => void errors.push(error);
    const emulator = new EmulatorProcess({
      start: () => this.#use(storage),
      noted: {
        read: () => Promise.resolve(storage.get(NOTE)),
        onDidChange: (listener) => storage.onDidChange(({ key }) => key === NOTE && listener()),
      },
      ...{ clock: new FakeClock(), port: () => this.port },
      ...{ onPortBusy: () => undefined, onDamaged: () => undefined },
      ...{ onLine: () => undefined, onSecret: () => undefined },
    });
    const ask = async (
      session: string,
      _method: string,
      path: string,
      body: JsonObject = {},
    ): Promise<JsonObject> => {
      await emulator.start();
      this.running?.told.set(`${session} ${path}`, body);
      return { folder: '/projects/app/mine' };
    };
    const modes = new SessionModes({ emulator, ask, onError, pathOf: () => '/projects/app' });
    const answers = new FolderAnswers({
      ...{ emulator, ask, onError, marks: new FakeFileProblems(), clock: new FakeClock() },
      files: {
        find: () => Promise.resolve([RULES]),
        watch: () => ({ dispose: () => undefined }),
        onDidEdit: () => ({ dispose: () => undefined }),
        unsaved: () => undefined,
        addressOf: (file) => file,
      },
    });
    const switches = new TerminalSwitches({
      emulator,
      terminals: ({ uri }) => ({
        set: (environment) => terminals.set(uri, environment),
        clear: () => terminals.delete(uri),
      }),
      caller: {},
      keepsKeys: () => false,
      memory: { get: () => undefined, set: () => undefined },
      onMoved: (...of) => moves.push(of),
      onError,
    });
    return { emulator, modes, answers, switches, terminals, moves, errors };
  }

  #use(storage: ReturnType<SharedSecrets['window']>): ChildHandle {
    const ended = Promise.withResolvers<string>();
    const find = async (): Promise<string> => {
      const noted = await storage.get(NOTE);
      if (!this.running || noted !== this.running.line) {
        const baseUrl = `http://127.0.0.1:${this.port}`;
        const secrets = { apiKey: 'a', accessToken: 'b', controlToken: `c${Math.random()}` };
        const line = JSON.stringify({ baseUrl, ...secrets });
        this.running = { line, told: new Map(), uses: new Set() };
        await storage.store(NOTE, line);
      }
      this.running.uses.add(ended.resolve);
      return this.running.line;
    };
    const kill = async (): Promise<void> => this.end(STOPPED);
    return { firstLine: find(), ended: ended.promise, kill, release: () => undefined };
  }
}

describe('windows with one emulator', () => {
  const app = { uri: 'file:///projects/app', name: 'app' };
  const LOST = 'a lost connection';

  /** A window in which a folder is on, replays and has rules, and another one. */
  async function setUp() {
    const machine = new Machine();
    const [first, second] = [machine.openWindow(), machine.openWindow()];
    await first.emulator.start();
    await first.modes.set(app, { mode: 'replay' });
    await first.answers.begin(app);
    first.switches.turnOn(app);
    await second.emulator.start();
    return { machine, first, second };
  }

  const later = async (): Promise<void> => {
    for (let round = 0; round < 5; round++) await settle();
  };

  for (const how of [LOST, STOPPED]) {
    it(`use the one that either of them starts after ${how}, which is told all again`, async () => {
      const { machine, first, second } = await setUp();
      machine.end(how);
      await later();
      assert.notEqual(first.emulator.state.status, 'running');
      assert.equal(machine.running, undefined, 'Nobody starts it unasked.');
      await second.emulator.start();
      await later();
      assert.deepEqual(first.emulator.state, { status: 'running', port: 4000 });
      assert.equal(machine.told(app.uri, 'mode')?.mode, 'replay');
      assert.deepEqual(machine.told(app.uri, 'answers'), { files: [RULES] });
      assert.deepEqual([first.moves, first.errors, second.errors], [[], [], []]);
    });
  }
});
