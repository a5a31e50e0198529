import assert from 'node:assert/strict';
import { pickClient } from '../../../src/auth/pickClient';
import type { PickedFile } from '../../../src/platform/system';
import { settled } from '../../fakes/settle';
import { BACK } from '../../fakes/prompts';
import { setUpSignIn, type SignInRig } from './signInRig';

const FILE = 'Select File…';
const SECRET = 'canary-client-secret-0123456789';
const installed = {
  client_id: 'a-client',
  client_secret: SECRET,
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
};

function fileOf(content: unknown): PickedFile {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return { path: '/ws/client.json', uri: 'file:///ws/client.json', bytes };
}

describe('picking an OAuth client', () => {
  const told = ({ prompts, log }: SignInRig): string => JSON.stringify([prompts.asked, log.lines]);

  it('reads the file, and shows nothing of it', async () => {
    const rig = setUpSignIn();
    rig.system.files.push(fileOf({ installed }));
    rig.prompts.answer(FILE);
    const client = await pickClient(rig.deps);
    assert.deepEqual([client?.id, client?.secret], ['a-client', SECRET]);
    await settled(assert.ok(rig.seen.has(SECRET)));
    assert.deepEqual(rig.prompts.asked[0]?.choices, [FILE, 'Paste JSON', 'Show Me How']);
    assert.equal(rig.prompts.asked.length, 1);
  });

  it('says what is wrong with a file, and asks for another', async () => {
    const rig = setUpSignIn();
    rig.system.files.push(fileOf({ web: installed }));
    rig.system.files.push(fileOf({ installed: { ...installed, token_uri: undefined } }));
    rig.system.files.push(fileOf({ installed }));
    rig.prompts.answer(FILE, 'Select Another', FILE, 'Select Another', FILE);
    assert.equal((await pickClient(rig.deps))?.id, 'a-client');
    const [web, partial] = rig.prompts.asked.filter(({ kind }) => kind === 'confirm');
    assert.deepEqual(web?.choices, ['Select Another', 'Show Me How']);
    assert.match(web.text, /In the Google Cloud console, create a “Desktop app” OAuth client/);
    assert.match(partial?.text ?? '', /“token_uri”/);
    assert.ok(!told(rig).includes(SECRET));
  });

  it('takes pasted JSON, which nobody sees, and goes back from there', async () => {
    const rig = setUpSignIn();
    const text = JSON.stringify({ installed }, undefined, 2);
    rig.prompts.answer('Paste JSON', BACK, 'Paste JSON', '{"inst', 'Select Another');
    rig.prompts.answer('Paste JSON', ` ${text}\n`);
    const client = await pickClient(rig.deps);
    assert.deepEqual([client?.id, client?.secret], ['a-client', SECRET]);
    const boxes = rig.prompts.asked.filter(({ kind }) => kind === 'input');
    assert.ok(boxes.length === 3 && boxes.every(({ password }) => password));
    assert.ok(rig.seen.has(SECRET) && !told(rig).includes(SECRET));
    rig.prompts.answer('Paste JSON', undefined);
    assert.equal(await pickClient(rig.deps), undefined);
  });

  it('warns where git would commit the file, or might', async () => {
    for (const [kind, text] of [
      ['yes', /^Git doesn’t ignore “client\.json”, so the client secret could be committed\./],
      ['maybe', /^If Git doesn’t ignore “client\.json”, the client secret could be committed\./],
    ] as const) {
      const rig = setUpSignIn();
      const asked: string[] = [];
      rig.risk.of = (uri) => {
        asked.push(uri);
        return Promise.resolve({ kind, ignoreLine: '/client.json' });
      };
      rig.system.files.push(fileOf({ installed }));
      rig.prompts.answer(FILE);
      await settled(assert.ok(await pickClient(rig.deps)));
      assert.deepEqual(asked, ['file:///ws/client.json']);
      assert.deepEqual(rig.prompts.levels, ['warning']);
      assert.match(rig.prompts.told[0] ?? '', text);
    }
  });
});
