import assert from 'node:assert/strict';
import { chooseMode } from '../../../src/terminals/modeMenu';
import type { FolderMode } from '../../../src/terminals/sessionModes';
import { sessionOf } from '../../../src/service/folderSession';
import { FakePrompts } from '../../fakes/prompts';

const app = { uri: 'file:///projects/app', name: 'app' };
const GOOGLE = 'https://generativelanguage.googleapis.com';
const mine: FolderMode = {
  mode: 'record-missing',
  upstream: GOOGLE,
  asks: GOOGLE,
  recordings: 'mine',
  path: '/projects/app/mine',
};

async function chosen(current: FolderMode | undefined, ...answers: (string | undefined)[]) {
  const prompts = new FakePrompts(...answers);
  const choice = await chooseMode(prompts, app, current);
  assert.equal(prompts.unused, 0);
  return { choice, prompts };
}

describe('the choice of what answers the programs of a folder', () => {
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
