import assert from 'node:assert/strict';
import { pickClient } from '../../../src/auth/signInFlow';
import type { PickedFile } from '../../../src/platform/system';
import { settle } from '../../fakes/settle';
import { setUpSignIn, type SignInRig } from './signInRig';

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
    const client = await pickClient(rig.parts);
    assert.deepEqual([client?.id, client?.secret], ['a-client', SECRET]);
    assert.ok(rig.seen.has(SECRET));
    await settle();
    assert.deepEqual(rig.prompts.asked, []);
  });

  it('says what is wrong with a file, and asks for another', async () => {
    const rig = setUpSignIn();
    rig.system.files.push(fileOf({ web: installed }));
    rig.system.files.push(fileOf({ installed: { ...installed, token_uri: undefined } }));
    rig.system.files.push(fileOf({ installed }));
    rig.prompts.answer('Choose Another File', 'Choose Another File');
    assert.equal((await pickClient(rig.parts))?.id, 'a-client');
    const [web, partial] = rig.prompts.asked;
    assert.deepEqual(web?.choices, ['Choose Another File', 'Set Up OAuth…']);
    assert.match(web.text, /create an OAuth client of the type “Desktop app”/);
    assert.match(partial?.text ?? '', /“token_uri”/);
    assert.ok(!told(rig).includes(SECRET));
  });

  it('shows how to get one instead, or gives up', async () => {
    const rig = setUpSignIn();
    rig.system.files.push(fileOf({}), fileOf({}));
    rig.prompts.answer('Set Up OAuth…', undefined);
    assert.equal(await pickClient(rig.parts), undefined);
    assert.deepEqual(rig.ran, [['setUpOAuth']]);
    assert.equal(await pickClient(rig.parts), undefined);
    assert.equal(rig.ran.length, 1);
  });

  it('offers that to somebody who has no file', async () => {
    const rig = setUpSignIn();
    rig.system.files.push(undefined);
    rig.prompts.pressed.add('Set Up OAuth…');
    assert.equal(await pickClient(rig.parts), undefined);
    await settle();
    assert.match(rig.prompts.told[0] ?? '', /needs the file of an OAuth client/);
    assert.deepEqual(rig.ran, [['setUpOAuth']]);
  });

  it('warns where git would commit the file, or might', async () => {
    for (const [kind, text] of [
      ['yes', /^Git does not ignore “client\.json”.*Add the line \/client\.json to \.gitignore/],
      ['maybe', /^If git does not ignore “client\.json”.*Add the line \/client\.json/],
    ] as const) {
      const rig = setUpSignIn();
      const asked: string[] = [];
      rig.risk.of = (uri) => {
        asked.push(uri);
        return Promise.resolve({ kind, ignoreLine: '/client.json' });
      };
      rig.system.files.push(fileOf({ installed }));
      assert.ok(await pickClient(rig.parts));
      await settle();
      assert.deepEqual(asked, ['file:///ws/client.json']);
      assert.deepEqual(rig.prompts.levels, ['warning']);
      assert.match(rig.prompts.told[0] ?? '', text);
    }
  });

  it('does not wait for git, nor fail with it', async () => {
    const rig = setUpSignIn();
    rig.risk.of = () => Promise.reject(new Error('no git'));
    rig.system.files.push(fileOf({ installed }));
    assert.ok(await pickClient(rig.parts));
    await settle();
    assert.deepEqual(rig.prompts.asked, []);
    assert.match(rig.log.lines.join(), /no git/);
    rig.risk.of = () => new Promise(() => undefined);
    rig.system.files.push(fileOf({ installed }));
    assert.ok(await pickClient(rig.parts));
  });
});
