import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { clientOf, useEmulator } from './support/emulator.mjs';

const MB = 1024 * 1024;

describe('@google/genai: files', () => {
  const emulator = useEmulator();
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
});
