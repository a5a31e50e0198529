import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newSecret } from '../../../src/emulator/digest';
import { useEmulator } from '../emulator/wire';
import { folderForAll } from '../../fakes/folder';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly secretsIn: (text: string) => readonly string[];
  readonly filesWithSecrets: (folder: string) => Promise<readonly string[]>;
}

/** As the tests make them up; put together here, so that this file is none of them. */
const MADE_UP = ['canary', '+Key/one~', '0123456789'].join('');

describe('the search for secrets in all that a suite leaves', () => {
  const emulator = useEmulator();
  let scripts: Scripts;
  const folder = folderForAll();

  before(async () => {
    const { href } = pathToFileURL(resolve('test/harness/canaries.mjs'));
    scripts = (await import(href)) as Scripts;
  });

  it('finds what tests make up, in every form', () => {
    const forms = [
      MADE_UP,
      MADE_UP.toUpperCase(),
      encodeURIComponent(MADE_UP),
      Buffer.from(MADE_UP).toString('hex'),
      ...['', 'x', 'xx'].map((text) => Buffer.from(text + MADE_UP).toString('base64')),
      ['AIza', 'x'.repeat(35)].join(''),
    ];
    for (const form of forms) {
      assert.equal(scripts.secretsIn(`sent ${form} to`).length, 1, form.slice(0, 8));
    }
  });

  it('finds it within megabytes of base64, at once', () => {
    const picture = Buffer.alloc(1_500_000, 'anything but the word, and a lot of it').toString(
      'base64',
    );
    assert.deepEqual(scripts.secretsIn(picture), []);
    const held = [picture, Buffer.from(`xx${MADE_UP}`).toString('base64'), picture].join('');
    assert.equal(scripts.secretsIn(held).length, 1);
  });

  it('finds everything that the emulator gives out', () => {
    const { apiKey, accessToken, controlToken } = emulator();
    const issued = (['access', 'refresh', 'code', 'secret', 'ticket'] as const).map(newSecret);
    for (const secret of [apiKey, accessToken, controlToken, ...issued]) {
      const [found = ''] = scripts.secretsIn(`[trace] auth: ${secret}`);
      assert.match(found, /auth: emulator-/);
      // What is told of it is no secret any more.
      assert.deepEqual(scripts.secretsIn(found), []);
    }
  });

  it('finds nothing in what is none', () => {
    for (const text of [
      'models/canary and Canary sing; emulator-flash-tuning, emulator-client-0123456789abcdef',
      'x-goog-api-key: [redacted]',
      'code 0123456789',
      Buffer.from('[page](https://canary.invalid/page)').toString('base64'),
    ]) {
      assert.deepEqual(scripts.secretsIn(text), []);
    }
  });

  it('goes through all files but those that are there to hold one', async () => {
    await mkdir(join(folder(), 'User', 'logs'), { recursive: true });
    const log = join(folder(), 'User', 'logs', 'ours.log');
    await writeFile(log, `[trace] ${MADE_UP}`);
    await writeFile(join(folder(), 'client_secret_1.json'), MADE_UP);
    await writeFile(join(folder(), 'application_default_credentials.json.bak'), MADE_UP);
    await writeFile(join(folder(), 'client_secret.txt'), 'nothing');
    const [client, token] = [newSecret('secret'), newSecret('refresh')];
    await writeFile(join(folder(), 'emulator.sqlite'), client);
    await writeFile(join(folder(), 'other.sqlite'), client);
    await writeFile(join(folder(), 'emulator.sqlite-wal'), client + token);
    const found = await scripts.filesWithSecrets(folder());
    assert.deepEqual(
      found.map((one) => one.split(': ')[0]).sort(),
      [log, join(folder(), 'emulator.sqlite-wal'), join(folder(), 'other.sqlite')].sort(),
    );
  });
});
