import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Characters at either end of a secret that are enough to count as found. */
const ENOUGH = 12;

/**
 * Whether a text tells the beginning or the end of a secret, as it is or in base64. All of them are of
 * characters that stand for themselves in an address.
 * @param {string} text
 * @param {readonly string[]} secrets
 */
export function tells(text, secrets) {
  return secrets.some((secret) => {
    // What stands in front is the same for all that an emulator gives out.
    const own = secret.replace(/^emulator-[a-z]+-/, '');
    const ends = [own.slice(0, ENOUGH), own.slice(-ENOUGH)];
    return [...ends, Buffer.from(own).toString('base64').slice(0, ENOUGH)].some((piece) =>
      text.includes(piece),
    );
  });
}

/**
 * The files below a folder that tell a secret.
 * @param {string} folder
 * @param {readonly string[]} secrets
 */
export async function filesThatTell(folder, secrets) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  // One that vanishes meanwhile tells nothing.
  const texts = await Promise.all(paths.map((path) => readFile(path, 'latin1').catch(() => '')));
  return paths.filter((_path, at) => tells(texts[at] ?? '', secrets));
}
