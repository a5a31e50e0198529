import assert from 'node:assert/strict';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Long before any test, and not after the last change: the first read that follows is noted by the system. */
const LONG_AGO = new Date('2001-01-01T00:00:00Z');

/**
 * Puts files with credentials into a folder, as users keep them there by convention.
 * @param {string} folder
 * @param {string} origin Of the server that they name.
 */
export async function plantFiles(folder, origin) {
  const installed = {
    client_id: 'planted.apps.googleusercontent.com',
    client_secret: 'canary-planted-client-secret',
    auth_uri: `${origin}/auth`,
    token_uri: `${origin}/token`,
    redirect_uris: ['http://localhost'],
  };
  const files = {
    'client_secret.json': JSON.stringify({ installed }),
    'client_secret_planted.apps.googleusercontent.com.json': JSON.stringify({ installed }),
    'application_default_credentials.json': JSON.stringify({ type: 'authorized_user' }),
    '.env': `GEMINI_API_KEY=canary-planted-key\nGOOGLE_GEMINI_BASE_URL=${origin}\n`,
  };
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), LONG_AGO, LONG_AGO);
  }
  /** @type {(path: string) => Promise<boolean>} */
  const wasRead = async (path) => (await stat(path)).atimeMs !== LONG_AGO.getTime();
  return {
    /** Names of the files that anybody has read. */
    async opened() {
      const read = await Promise.all(paths.map(wasRead));
      return Object.keys(files).filter((_, index) => read[index]);
    },
    /** That `opened` would have told: proves it by reading a file. */
    async prove() {
      const [path = ''] = paths;
      await readFile(path);
      assert.ok(
        await wasRead(path),
        `The file system of ${folder} does not note when a file is read.`,
      );
    },
  };
}
