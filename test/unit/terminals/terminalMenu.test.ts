import assert from 'node:assert/strict';
import { sessionOf } from '../../../src/service/folderSession';
import { type FolderAndMode, statusTexts } from '../../../src/terminals/modeTexts';
import { chooseTerminalAction } from '../../../src/terminals/terminalMenu';
import { FakePrompts } from '../../fakes/prompts';

const app = { uri: 'file:///projects/app', name: 'app' };
const running = { status: 'running', port: 4000 } as const;
const only = (uri: string) => ({ isOn: (folder: { readonly uri: string }) => folder.uri === uri });

const shown =
  (text = 'Emulator', isRecording = false) =>
  () =>
    Promise.resolve({ text, isRecording, problems: [] });

describe('the menu of the emulator in terminals', () => {
  type Given = Parameters<typeof chooseTerminalAction>;
  const choose = (prompts: FakePrompts, folders: Given[1], state: Given[3], modeOf: Given[4]) =>
    chooseTerminalAction(prompts, folders, only(app.uri), state, modeOf);

  it('stops a recording, and says how it stands', async () => {
    const prompts = new FakePrompts('Stop Recording');
    const chosen = await choose(prompts, [app], running, shown('Record: 3 recorded', true));
    assert.deepEqual(chosen, { action: 'stop', folder: app });
    const rows = prompts.asked[0]?.items ?? [];
    assert.deepEqual(
      rows.slice(0, 3).map(({ label }) => label),
      ['Turn Off', 'Stop Recording', 'Select Response Source…'],
    );
    assert.equal(rows[2]?.description, 'Record: 3 recorded');
  });

  it('opens a file of rules at what is wrong with it', async () => {
    const at = { file: '/projects/app/.genlang/my.mocks.jsonc', length: 3 };
    const first = { ...at, line: 2, column: 5, message: 'There is no field whn here.' };
    const second = { ...at, line: 9, column: 1, message: 'Another one.' };
    const prompts = new FakePrompts('Open my.mocks.jsonc');
    const chosen = await choose(prompts, [app], running, async () => ({
      ...(await shown()()),
      problems: [first, second],
    }));
    assert.deepEqual(chosen, { action: 'rules', folder: app, problem: first });
    const rows = prompts.asked[0]?.items ?? [];
    assert.deepEqual(
      rows.slice(0, 3).map(({ label, description }) => [label, description]),
      [
        ['Turn Off', 'Active'],
        ['Open my.mocks.jsonc', 'Line 2: There is no field whn here.'],
        ['Select Response Source…', 'Emulator'],
      ],
    );
    assert.equal(rows[0]?.detail, `Session ${sessionOf(app)}`);
  });
});

describe('the status bar of the emulator in terminals', () => {
  const textsOf = (given: Partial<Parameters<typeof statusTexts>[0]> = {}) =>
    statusTexts({ on: ['app'], folders: 1, emulator: running, modes: [], wrong: [], ...given });

  it('says what answers in place of the emulator', () => {
    const asks = 'https://gateway.example';
    const recording = { folder: 'app', mode: { mode: 'record', asks } } as const;
    const replaying = { folder: 'lib', mode: { mode: 'replay', asks: undefined } } as const;
    const of = (...modes: readonly FolderAndMode[]) =>
      textsOf({ on: ['app', 'lib'], folders: 2, modes });
    const both = of(recording, replaying);
    assert.deepEqual([both.icon, both.label], ['record', 'Terminals: Record, Replay (2 of 2)']);
    assert.ok(
      both.details.includes(
        'app: Record. Apps call https://gateway.example through the emulator, and their requests are recorded.',
      ),
    );
    assert.deepEqual(
      [of(replaying).icon, of(replaying).label],
      ['terminal', 'Terminals: Emulator, Replay (2 of 2)'],
    );
  });

  it('warns where programs would find nobody, and says why', () => {
    const stopped = textsOf({ emulator: { status: 'stopped' } });
    assert.deepEqual([stopped.icon, stopped.label], ['warning', 'Terminals: Emulator Stopped']);
    const emulator = { status: 'failed', message: 'It ended with code 7.' } as const;
    assert.match(textsOf({ emulator }).details.join(' '), /It ended with code 7\./);
  });
});
