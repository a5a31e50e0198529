import assert from 'node:assert/strict';
import { GOOGLE_ORIGIN } from '../../../src/api/endpoint';
import { recordTraffic } from '../../../src/terminals/folderSwitch';
import type { FolderMode } from '../../../src/terminals/sessionModes';
import type { Folder } from '../../../src/terminals/terminalSwitches';
import { FakePrompts } from '../../fakes/prompts';

const app = { uri: 'file:///projects/app', name: 'app' };
const lib = { uri: 'file:///projects/lib', name: 'lib' };
const RECORD: FolderMode = { mode: 'record', upstream: 'a', asks: 'a', path: '/projects/app/mine' };

function setUp(modes: { readonly [name: string]: FolderMode } = {}, ...on: readonly Folder[]) {
  const prompts = new FakePrompts();
  const done: unknown[] = [];
  const led = new Set(on.map(({ uri }) => uri));
  const run = (...folders: readonly Folder[]): Promise<void> =>
    recordTraffic(
      {
        prompts,
        connections: { active: undefined },
        switches: { isOn: ({ uri }) => led.has(uri) },
        modes: {
          of: ({ uri }) => modes[uri],
          isRecording: ({ uri }) => modes[uri]?.asks !== undefined,
        },
        actions: {
          async begin({ name }, choice) {
            done.push([name, choice]);
          },
          stop: async ({ name }) => void done.push([name, 'stop']),
        },
        folderSwitch: {
          ready: async ({ name }) => void done.push([name, 'ready']),
          turnOff: async ({ name }) => void done.push([name, 'off']),
        },
      },
      folders,
    );
  return { prompts, done, run };
}

describe('recording what programs ask', () => {
  it('asks whom to ask, turns the folder on, and records where recordings were before', async () => {
    const before: FolderMode = { mode: 'generate', recordings: 'mine', asks: undefined, path: '' };
    const { prompts, done, run } = setUp({ [app.uri]: before });
    prompts.answer('Gemini API');
    await run(app);
    const choice = { mode: 'record', upstream: GOOGLE_ORIGIN, recordings: 'mine' };
    assert.deepEqual(done, [
      ['app', 'ready'],
      ['app', choice],
    ]);
    assert.deepEqual(
      prompts.asked.map(({ text, choices }) => [text, ...choices]),
      [['Record Terminal Requests', 'Gemini API', 'Another URL…']],
    );
  });

  it('ends a recording with the same command, without a question', async () => {
    const { prompts, done, run } = setUp({ [app.uri]: RECORD }, app);
    await run(app);
    assert.deepEqual([done, prompts.asked], [[['app', 'stop']], []]);
  });

  it('asks which folder where there are several, and says which one it would stop', async () => {
    const { prompts, done, run } = setUp({ [app.uri]: RECORD }, app);
    prompts.answer('app');
    await run(app, lib);
    assert.deepEqual(
      prompts.asked[0]?.items?.map(({ label, description }) => [label, description]),
      [
        ['app', 'Stop Recording'],
        ['lib', 'Off'],
      ],
    );
    prompts.answer('lib', 'Another URL…', 'http://127.0.0.1:4000');
    await run(app, lib);
    const choice = { mode: 'record', upstream: 'http://127.0.0.1:4000' };
    assert.deepEqual(done, [
      ['app', 'stop'],
      ['lib', 'ready'],
      ['lib', choice],
    ]);
  });
});
