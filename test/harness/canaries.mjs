import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { importTypeScript } from './importTypeScript.mjs';

const MADE_UP = /canary[^\s"'`<>]{0,40}(?:0123456789|9876543210)/i;

/**
 * Base64 with the word in it, at any of the three places where a letter can begin. What stands before the word is looked at
 * afterwards, and no more is read behind it than a made-up secret has: a pattern that begins with any letter would be
 * tried at each of a picture of a megabyte, to its end.
 */
const PACKED = /(?:Y2FuYXJ5|NhbmFye|jYW5hcn)[\w+/-]{12,100}/g;

/** Letters of base64 before the word, of which the first of its bytes may need three. */
const BEFORE = /[\w+/-]{0,4}$/;

/** @type {{ readonly SECRET_SHAPES: readonly RegExp[] }} */
const { SECRET_SHAPES: shapes } = await importTypeScript('src/api/redact.ts');

/**
 * Secrets of the whole suite, known by their form: what the emulator gives out, what tests make up (a word with
 * `canary` that ends with ten digits), and what looks like one of Google's; as they are, percent-encoded, or the made-up
 * ones in base64 or hex.
 */
const FORMS = [
  /emulator-(?:key|token|control|access|refresh|code|secret|ticket)-[\w-]{16,}/,
  MADE_UP,
  /63616e617279(?:[0-9a-f]{2}){10}/i,
  ...shapes.map(({ source }) => new RegExp(source)),
];

/** Files that are there to hold a secret. */
const HOLDERS =
  /(?:^|[\\/])(?:tls[\\/]key\.pem|(?:client_secret[^\\/]*|application_default_credentials)\.json(?:\.bak\d*)?)$/;

/**
 * What the emulator remembers is a server's: of all it gives out, its client alone has to be given out again. Where
 * the database has moved it, the beginning of it may be left.
 */
const EMULATOR = /[\\/]emulator\.sqlite(?:-wal|-shm|-journal)?$/;
const CLIENT = /emulator-secret-[0-9a-f]{0,48}/g;

/** Bytes; larger files are caches of VS Code's own program. */
const LARGEST = 5 * 1024 * 1024;

/**
 * The secrets in a text, each by what stands around it and by its first letters: a report of a leak is no second one.
 * @param {string} text
 * @returns {string[]}
 */
export function secretsIn(text) {
  const plain = FORMS.flatMap((form) => {
    const found = form.exec(text);
    return found === null ? [] : [shown(text, found)];
  });
  // The word alone is no secret: hostile texts name a host of that name.
  const packed = [...text.matchAll(PACKED)].filter(({ index, 0: run }) => {
    const [before] = BEFORE.exec(text.slice(Math.max(0, index - 4), index)) ?? [];
    return unpacked(`${before ?? ''}${run}`).some(isMadeUp);
  });
  return [...plain, ...packed.slice(0, 1).map((found) => shown(text, found))];
}

/**
 * @param {string} text
 * @param {RegExpExecArray | RegExpMatchArray} found
 */
function shown(text, { index = 0, 0: secret }) {
  const before = text.slice(Math.max(0, index - 80), index).replaceAll(/\s+/g, ' ');
  return `…${before}${secret.slice(0, 12)}…`;
}

/**
 * What base64 may say: what stands before it, such as a path, may look like a part of it, and where its groups of four
 * letters begin nobody knows.
 * @param {string} run
 */
function unpacked(run) {
  return [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1'));
}

/** @param {string} text */
const isMadeUp = (text) => MADE_UP.test(text);

/**
 * The files below a folder that show a secret, with what was found. One that vanishes meanwhile shows nothing.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function filesWithSecrets(folder) {
  /** @type {string[]} */
  const found = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || HOLDERS.test(path)) continue;
    const text = `${path}\n${await textOf(path)}`;
    const searched = EMULATOR.test(path) ? text.replaceAll(CLIENT, '') : text;
    found.push(...secretsIn(searched).map((what) => `${path}: ${what}`));
  }
  return found;
}

/** @param {string} path */
async function textOf(path) {
  try {
    return (await stat(path)).size > LARGEST ? '' : await readFile(path, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Listens to a stream of this process.
 * @param {NodeJS.WriteStream} stream
 * @returns {() => string} What was written to it so far.
 */
export function overhear(stream) {
  let text = '';
  const write = stream.write.bind(stream);
  /** @type {(...values: Parameters<typeof write>) => boolean} */
  const heard = (...values) => {
    const [chunk] = values;
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return write(...values);
  };
  stream.write = /** @type {typeof stream.write} */ (heard);
  return () => text;
}
