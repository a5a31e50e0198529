import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, clientOf, useEmulator } from './support/emulator.mjs';
import { loadGenai } from './support/genai.mjs';

const MB = 1024 * 1024;

describe('@google/genai: files', () => {
  const emulator = useEmulator(['--seed', 'demo']);
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-files-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('uploads, gets, lists, asks about and deletes one', async () => {
    const { files, models } = clientOf(emulator());
    const file = join(folder, 'notes.txt');
    const text = 'The geese left in May.\n';
    await writeFile(file, text);
    const made = await files.upload({ file, config: { displayName: 'Notes №1' } });
    assert.match(made.name, /^files\/[a-z0-9-]+$/);
    assert.deepEqual([made.displayName, made.mimeType], ['Notes №1', 'text/plain']);
    assert.equal(made.sizeBytes, String(Buffer.byteLength(text)));
    assert.equal(made.state, 'ACTIVE');
    assert.deepEqual(await files.get({ name: made.name }), made);

    const listed = await all(await files.list({ config: { pageSize: 2 } }));
    assert.ok(listed.some(({ name }) => name === made.name));

    const { createPartFromUri } = loadGenai();
    const part = createPartFromUri(made.uri, made.mimeType);
    const contents = [{ role: 'user', parts: [{ text: 'Summarize this.' }, part] }];
    const answer = await models.generateContent({ model: 'emulator-flash', contents });
    assert.ok((answer.text ?? '').length > 0);

    await files.delete({ name: made.name });
    const { ApiError } = loadGenai();
    await assert.rejects(
      files.get({ name: made.name }),
      (error) => error instanceof ApiError && error.status === 403,
    );
  });

  it('uploads in several chunks, byte for byte', async () => {
    const { files } = clientOf(emulator());
    const bytes = Buffer.alloc(17 * MB + 3);
    for (let at = 0; at < bytes.length; at += 4096)
      bytes.writeUInt32LE(at % 0xffff_fff0, Math.min(at, bytes.length - 4));
    const made = await files.upload({
      file: new Blob([bytes], { type: 'application/octet-stream' }),
      config: { name: 'three-chunks', mimeType: 'application/octet-stream' },
    });
    assert.equal(made.name, 'files/three-chunks');
    assert.equal(made.sizeBytes, String(bytes.length));
    // The service sends the hexadecimal digest as base64.
    const digest = createHash('sha256').update(bytes).digest('hex');
    assert.equal(Buffer.from(made.sha256Hash, 'base64').toString(), digest);
  });

  it('refuses a name that is taken', async () => {
    const { files } = clientOf(emulator());
    const upload = () =>
      files.upload({ file: new Blob(['x']), config: { name: 'mine', mimeType: 'text/plain' } });
    await upload();
    await assert.rejects(upload());
  });
});
