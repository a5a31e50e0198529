import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import { bytesOf, fileOf, start, uploadFile, uploadRaw } from '../upload/uploading';
import { ask, errorOf, useEmulator } from '../wire';
import { Scripted } from './scripted';

const BYTES = bytesOf(1000);
const FILE = { name: 'files/mine', uri: 'https://files.test/mine', state: 'ACTIVE' };
const OPERATION = 'media.upload';

describe('emulator: rules that answer uploads', () => {
  const emulator = useEmulator();
  const by = async (...rules: readonly JsonObject[]): Promise<Scripted> =>
    await Scripted.with(emulator(), rules);
  const filesOf = async (on: Scripted): Promise<readonly JsonObject[]> => {
    const { text } = await ask(on.emulator, '/v1beta/files?pageSize=100');
    return (JSON.parse(text) as { files?: JsonObject[] }).files ?? [];
  };

  it('give a file that nothing is made of, by each protocol', async () => {
    const on = await by({ when: { operation: OPERATION }, response: { raw: { file: FILE } } });
    const before = await filesOf(on);
    assert.deepEqual(await uploadFile(on.emulator, BYTES), FILE);
    assert.deepEqual(fileOf(await uploadRaw(on.emulator, BYTES)), FILE);
    assert.deepEqual(await filesOf(on), before);
    const { entries } = (await on.control('GET', 'log')) as { entries: JsonObject[] };
    const told = entries.filter(({ answeredBy }) => answeredBy === 'mock');
    assert.deepEqual(
      told.map(({ operation, mock }) => [operation, mock]),
      Array.from({ length: 2 }, () => [OPERATION, 'mock 1 of the session']),
    );
  });

  it('refuse before any byte, by what is said of the file, and then let it through', async () => {
    const on = await by({
      when: { operation: OPERATION, body: { '$.file.displayName': { contains: 'secret' } } },
      responses: [{ error: 'PERMISSION_DENIED', message: 'Not this one.' }, 'generate'],
    });
    const file = { displayName: 'A secret plan' };
    const refused = await start(on.emulator, { file });
    assert.equal(refused.status, 403);
    assert.equal(errorOf(refused).message, 'Not this one.');
    assert.equal(refused.headers['x-goog-upload-url'], undefined);
    assert.equal((await uploadFile(on.emulator, BYTES, { file })).displayName, 'A secret plan');
    assert.equal((await uploadFile(on.emulator, BYTES)).sizeBytes, '1000');
  });
});
