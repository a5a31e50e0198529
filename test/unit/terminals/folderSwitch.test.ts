import assert from 'node:assert/strict';
import { FolderSwitch } from '../../../src/terminals/folderSwitch';
import { FakePrompts } from '../../fakes/prompts';
import { settled } from '../../fakes/settle';

const app = { uri: 'file:///projects/app', name: 'app' };

function setUp(isShared = false) {
  const prompts = new FakePrompts();
  const done: string[] = [];
  let isOn = false;
  let refusal: Error | undefined;
  const did = (what: string) => async (): Promise<void> => void done.push(what);
  const folderSwitch = new FolderSwitch({
    prompts,
    start: did('start'),
    onError: (error) => assert.fail(String(error)),
    actions: {
      async restore(_folder, { choice, wasRecording }) {
        done.push(`restore ${choice.mode} ${String(wasRecording)}`);
      },
      async enter(_folder, shared) {
        if (refusal) throw refusal;
        done.push(`enter ${String(shared)}`);
      },
      async quit(_folder, shared) {
        if (refusal) throw refusal;
        done.push(`quit ${String(shared)}`);
      },
    },
    following: {
      hasOthers: () => Promise.resolve(isShared),
      begin: did('follow'),
      end: () => void done.push('follow no more'),
    },
    answers: {
      begin: did('rules'),
      end: async (_folder, shared) => void done.push(`no rules ${String(shared)}`),
    },
    switches: {
      isOn: () => isOn,
      turnOn() {
        isOn = true;
        done.push('on');
      },
      turnOff() {
        isOn = false;
        done.push('off');
      },
    },
    openTerminal: async (folder) => void done.push(`terminal in ${folder}`),
  });
  const taken = (): readonly string[] => done.splice(0);
  const refuse = (): void => void (refusal = new Error('Refused.'));
  const relent = (): void => void (refusal = undefined);
  return { folderSwitch, prompts, taken, refuse, relent };
}

describe('a folder that is turned on and off', () => {
  it('is on once the emulator knows all, and says so with a way to a terminal', async () => {
    const { folderSwitch, prompts, taken } = setUp();
    prompts.pressed.add('New Terminal');
    await settled(folderSwitch.toggle(app));
    const on = ['start', 'enter false', 'follow', 'rules', 'on'];
    assert.deepEqual(taken(), [...on, `terminal in ${app.uri}`]);
    assert.equal(prompts.asked.length, 1);
    await folderSwitch.ready(app);
    assert.deepEqual(taken(), ['start']);
    await folderSwitch.toggle(app);
    assert.deepEqual(taken(), ['off', 'quit false', 'no rules false', 'follow no more']);
    await folderSwitch.ready(app);
    assert.deepEqual([taken(), prompts.asked.length], [on, 1]);
  });

  it('is on at once when its window comes back, and known to the emulator once that runs', async () => {
    const { folderSwitch, taken } = setUp();
    const remembered = { choice: { mode: 'replay' }, wasRecording: false } as const;
    folderSwitch.restore(app, remembered);
    assert.deepEqual([taken(), folderSwitch.toRestore(app)], [['on'], remembered]);
    await Promise.all([folderSwitch.join(), folderSwitch.join()]);
    assert.deepEqual(taken(), ['enter false', 'follow', 'rules', 'restore replay false']);
    assert.equal(folderSwitch.toRestore(app), undefined);
    await folderSwitch.join();
    assert.deepEqual(taken(), []);
  });

  it('stays off where the emulator refuses, and is off and followed no more where it refuses then', async () => {
    const { folderSwitch, taken, refuse } = setUp();
    refuse();
    await assert.rejects(folderSwitch.toggle(app), /Refused/);
    assert.deepEqual(taken(), ['start']);
    await assert.rejects(folderSwitch.turnOff(app), /Refused/);
    assert.deepEqual(taken(), ['off', 'no rules false', 'follow no more']);
  });

  it('stays off where its programs are on another machine than the emulator, and nothing is started', async () => {
    const { folderSwitch, taken } = setUp();
    const remote = { uri: 'vscode-remote://ssh-remote%2Bhost/projects/app', name: 'app' };
    await assert.rejects(folderSwitch.toggle(remote), { reason: 'otherMachine' });
    assert.deepEqual(taken(), []);
  });
});
