import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { Emitter } from '../../../src/base/event';
import type { EmulatorState } from '../../../src/service/emulator';
import { sessionOf } from '../../../src/service/folderSession';
import { FolderAnswers } from '../../../src/terminals/folderAnswers';
import { FakeClock } from '../../fakes/clock';
import { FakeFileProblems } from '../../fakes/fileProblems';
import { settled } from '../../fakes/settle';

const app = { uri: 'file:///projects/app', name: 'app' };
const RULES = '/projects/app/.genlang/a.mocks.jsonc';
const RUNNING = { status: 'running', port: 4000 } as const;
const STOPPED = { status: 'stopped' } as const;

/** A window with one file of rules: its text has something wrong in it where that begins with “wrong”. */
function setUp() {
  const disk = new Map([[RULES, 'right']]);
  const editors = new Map<string, string>();
  const [states, edits] = [new Emitter<EmulatorState>(), new Emitter<string>()];
  const emulator = { state: RUNNING as EmulatorState, onDidChangeState: states.event };
  const asked: JsonObject[] = [];
  const errors: unknown[] = [];
  const marks = new FakeFileProblems();
  const clock = new FakeClock();
  let write = (): void => undefined;
  const problems = (file: string, text = ''): readonly JsonObject[] =>
    text.startsWith('wrong')
      ? [{ file, line: 2, column: text.length, length: 3, message: `It is ${text}.` }]
      : [];
  const mocks = new FolderAnswers({
    emulator,
    marks,
    clock,
    onError: (error) => errors.push(error),
    ask: async (session, _method, path, body = {}) => {
      assert.deepEqual([session, path], [sessionOf(app), 'mocks']);
      asked.push(body);
      const {
        check,
        file = '',
        files = [],
      } = body as {
        readonly check?: string;
        readonly file?: string;
        readonly files?: readonly string[];
      };
      await Promise.resolve();
      if (check !== undefined) return { problems: problems(file, check) };
      return { problems: files.flatMap((one) => problems(one, disk.get(one))) };
    },
    files: {
      find: () => Promise.resolve([...disk.keys()]),
      watch: (_folder, onChange) => {
        write = onChange;
        return { dispose: () => (write = () => undefined) };
      },
      onDidEdit: edits.event,
      unsaved: (file) => editors.get(file),
      addressOf: (file) => `file://${file}`,
    },
  });
  return {
    mocks,
    asked,
    errors,
    clock,
    marks,
    /** What is marked in the file, by line, column and length. */
    marked: (file = RULES) =>
      (marks.marked.get(`file://${file}`) ?? []).map(
        ({ line, column, length, message }) => `${line}:${column}+${length} ${message}`,
      ),
    /** Writes a file, or removes it. */
    async save(text: string | undefined, file = RULES) {
      if (text === undefined) disk.delete(file);
      else disk.set(file, text);
      editors.delete(file);
      await settled(write());
    },
    type(text: string | undefined, file = RULES) {
      if (text === undefined) editors.delete(file);
      else editors.set(file, text);
      edits.fire(file);
    },
    async later(ms = 300) {
      await settled(clock.advance(ms));
    },
    go(state: EmulatorState) {
      emulator.state = state;
      states.fire(state);
    },
  };
}

describe('the answer rules of a folder that is on', () => {
  it('are given to the emulator, and marked at what is wrong', async () => {
    const on = setUp();
    await on.mocks.begin(app);
    assert.deepEqual(on.asked, [{ files: [RULES] }]);
    assert.deepEqual(on.marked(), []);
    let changes = 0;
    on.mocks.onDidChange(() => (changes += 1));
    await on.save('wrong');
    assert.deepEqual(on.marked(), ['2:5+3 It is wrong.']);
    assert.deepEqual(
      on.mocks.problemsOf(app).map(({ file, line, column }) => [file, line, column]),
      [[RULES, 2, 5]],
    );
    await on.save('right');
    assert.deepEqual([on.marked(), on.mocks.problemsOf(app), changes], [[], [], 2]);
  });

  it('are marked as they are typed, once for many keys, and answer only when they are saved', async () => {
    const on = setUp();
    await on.mocks.begin(app);
    on.type('w');
    await on.later(200);
    on.type('wrong now');
    await on.later(200);
    assert.equal(on.asked.length, 1, 'a key later it is not looked at yet');
    await on.later(100);
    assert.deepEqual(on.asked.slice(1), [{ file: RULES, check: 'wrong now' }]);
    assert.deepEqual(on.marked(), ['2:9+3 It is wrong now.']);
    assert.deepEqual(on.mocks.problemsOf(app), []);
    on.type('right now');
    await on.later();
    assert.deepEqual(on.marked(), []);
  });

  it('start no emulator, and are told to one that comes back', async () => {
    const on = setUp();
    await on.mocks.begin(app);
    on.go(STOPPED);
    await on.save('wrong');
    on.type('wrong here');
    await on.later();
    assert.deepEqual([on.asked.length, on.marked()], [1, []]);
    on.type(undefined);
    await on.later();
    await settled(on.go(RUNNING));
    assert.deepEqual(on.marked(), ['2:5+3 It is wrong.']);
  });

  it('are taken back, with their marks, when it goes off', async () => {
    const on = setUp();
    await on.save('wrong');
    await on.mocks.begin(app);
    on.type('wrong here');
    await on.mocks.end(app, false);
    assert.deepEqual(on.asked.at(-1), { files: [] });
    await on.later();
    assert.deepEqual([on.marked(), on.mocks.problemsOf(app), on.errors], [[], [], []]);
  });
});
