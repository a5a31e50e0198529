import assert from 'node:assert/strict';
import { chooseMode } from '../../../src/terminals/modeMenu';
import { countsText, modeText } from '../../../src/terminals/modeTexts';
import type { FolderMode } from '../../../src/terminals/sessionModes';
import { sessionOf } from '../../../src/service/folderSession';
import { FakePrompts } from '../../fakes/prompts';

const app = { uri: 'file:///projects/app', name: 'app' };
const GOOGLE = 'https://generativelanguage.googleapis.com';
const USUAL = `.genlang/recordings/${sessionOf(app)}`;
const mine: FolderMode = {
  ...{ mode: 'record-missing', upstream: GOOGLE, asks: GOOGLE },
  ...{ recordings: 'mine', path: '/projects/app/mine' },
};

async function chosen(current: FolderMode | undefined, ...answers: (string | undefined)[]) {
  const prompts = new FakePrompts(...answers);
  const choice = await chooseMode(prompts, app, current);
  assert.equal(prompts.unused, 0);
  return { choice, prompts };
}

describe('the choice of what answers the programs of a folder', () => {
  it('has all modes, with the one of now and the folder of recordings', async () => {
    const { choice, prompts } = await chosen(undefined, 'Replay');
    // Every run of a program asks the same again.
    assert.deepEqual(choice, { mode: 'replay', startsOver: true });
    const rows = prompts.asked[0]?.items ?? [];
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['Emulator', 'Current'],
        ['Replay', undefined],
        ['Record', undefined],
        ['Record Missing', undefined],
        ['Auto', undefined],
        ['Recordings Folder…', USUAL],
      ],
    );
  });

  it('asks whom to ask where something is recorded', async () => {
    const service = await chosen(undefined, 'Record', 'Gemini API');
    assert.deepEqual(service.choice, { mode: 'record', upstream: GOOGLE });
    const other = ['Another URL…', 'http://127.0.0.1:4000/s/one/'];
    const another = await chosen(mine, 'Record Missing', ...other);
    const upstream = 'http://127.0.0.1:4000/s/one';
    assert.deepEqual(another.choice, { mode: 'record-missing', upstream, recordings: 'mine' });
    const nobody = await chosen(undefined, 'Auto', 'None');
    assert.deepEqual(nobody.choice, { mode: 'auto', startsOver: true });
  });

  it('takes no address at which the programs ask themselves', async () => {
    const own = `http://127.0.0.1:4000/s/${sessionOf(app)}`;
    const prompts = new FakePrompts('Record', 'Another URL…', own);
    await chooseMode(prompts, app, undefined);
    assert.match(
      prompts.problems[0] ?? '',
      /Apps in this folder already send requests to this URL\. Enter/,
    );
  });

  it('takes no address to which a key would go in the open', async () => {
    const prompts = new FakePrompts('Record', 'Another URL…', 'http://gateway.example');
    await assert.rejects(chooseMode(prompts, app, undefined), /unencrypted/);
    assert.match(prompts.problems[0] ?? '', /unencrypted/);
  });

  it('puts recordings elsewhere, in the same mode', async () => {
    const other = await chosen(undefined, 'Recordings Folder…', ' tests/mine ');
    assert.deepEqual(other.choice, { mode: 'generate', recordings: 'tests/mine' });
    const back = await chosen(mine, 'Recordings Folder…', '');
    assert.deepEqual(back.choice, { mode: 'record-missing', upstream: GOOGLE });
  });
});

describe('what is said of a mode', () => {
  const counts = { hits: 0, misses: 1, recorded: 2, withheld: 0, unused: 3, notes: [] };

  it('has its counts where there are any to tell', () => {
    const { asks } = mine;
    assert.equal(modeText({ mode: 'generate', asks: undefined }, counts), 'Emulator');
    assert.equal(
      modeText({ mode: 'record', asks }, counts),
      `Record, upstream ${GOOGLE}: 2 recorded, 1 missing, 3 unused`,
    );
    assert.equal(modeText({ mode: 'replay', asks: undefined }, undefined), 'Replay');
  });

  it('says what was not written', () => {
    assert.equal(
      countsText({ ...counts, hits: 5, withheld: 1 }),
      '2 recorded, 5 from recordings, 1 missing, 3 unused, 1 couldn’t be recorded',
    );
  });
});
