import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import type { Connection } from '../../../src/service/connection';
import {
  chooseWindowAction,
  otherPlace,
  placeIn,
  usualPlace,
  windowStatus,
} from '../../../src/terminals/windowMenu';
import type { WindowState } from '../../../src/terminals/windowMode';
import { FakePrompts } from '../../fakes/prompts';

const connection: Connection = {
  id: 'aaaa1111',
  name: 'Mine',
  auth: 'apiKey',
  endpoint: 'https://one.example',
};
const place = { project: '/projects/app', recordings: 'tests/mine' };
const state: WindowState = {
  connection,
  place,
  mode: 'record',
  path: '/projects/app/tests/mine',
  asks: 'https://one.example',
  isBroken: false,
};
const counts = { hits: 0, misses: 1, recorded: 2, withheld: 0, unused: 0, notes: [] };
const replaying: WindowState = { ...state, mode: 'replay', asks: undefined };

describe('the menu of a window that records or replays', () => {
  it('stops it, says how it stands, and shows what is there', async () => {
    const prompts = new FakePrompts('Stop Recording');
    const menu = { connection, state, place, counts: async () => counts };
    assert.equal(await chooseWindowAction(prompts, menu), 'stop');
    const rows = prompts.asked[0]?.items ?? [];
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['Stop Recording', '2 recorded, 1 missing'],
        ['Record', 'Current'],
        ['Record Missing', undefined],
        ['Replay', undefined],
        ['Recordings Folder…', 'tests/mine'],
        ['Show Recordings', undefined],
      ],
    );
    const silent = { ...menu, state: replaying, counts: () => Promise.reject(new Error('Gone.')) };
    const other = new FakePrompts('Stop Replaying');
    assert.equal(await chooseWindowAction(other, silent), 'stop');
    assert.equal(other.asked[0]?.items?.[0]?.description, undefined);
  });

  it('names recordings after the connection, as nobody else does', () => {
    assert.equal(
      usualPlace({ name: 'Café “Gemini” (2)' }),
      '.genlang/recordings/cafe-gemini-2-c479d4cc',
    );
    assert.equal(usualPlace({ name: '雙子' }), '.genlang/recordings/440157d6');
    assert.notEqual(usualPlace({ name: 'Ключ 2' }), usualPlace({ name: 'Проект 2' }));
    // Those of the emulator's program where no session is named.
    assert.notEqual(usualPlace({ name: 'Main' }), '.genlang/recordings/main');
  });

  it('asks for the folder where there are several, and takes another place in it', async () => {
    const app = { uri: 'file:///projects/app', name: 'app', path: '/projects/app' };
    const lib = { uri: 'file:///projects/lib', name: 'lib', path: '/projects/lib' };
    const silent = new FakePrompts();
    assert.deepEqual(await placeIn(silent, [app], 'usual'), {
      project: '/projects/app',
      recordings: 'usual',
    });
    const asking = new FakePrompts('lib', undefined);
    const inLib = await placeIn(asking, [app, lib], 'usual');
    assert.equal(inLib?.project, '/projects/lib');
    assert.equal(await placeIn(asking, [app, lib], 'usual'), undefined);
    const typing = new FakePrompts(' other ', '', undefined);
    const typed = async () => (await otherPlace(typing, place, 'usual'))?.recordings;
    assert.deepEqual([await typed(), await typed(), await typed()], ['other', 'usual', undefined]);
    const file = basename(process.execPath);
    const wrong = new FakePrompts(file);
    await otherPlace(wrong, { ...place, project: dirname(process.execPath) }, 'usual');
    assert.deepEqual(wrong.problems, [`“${file}” isn’t a folder.`]);
  });
});

describe('what is said of a window that records or replays', () => {
  it('warns in the status bar while something is recorded, and where that has ended', () => {
    const shown = windowStatus(state);
    assert.deepEqual([shown.icon, shown.label, shown.isWarning], ['record', 'Record: Mine', true]);
    assert.ok(
      shown.details.includes(
        'This window’s requests to “Mine” go to one.example and are recorded.',
      ),
    );
    const quiet = windowStatus(replaying);
    assert.deepEqual([quiet.icon, quiet.isWarning], ['play-circle', false]);
    assert.equal(windowStatus({ ...state, isBroken: true }).icon, 'warning');
  });
});
