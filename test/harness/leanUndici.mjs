import { createRequire } from 'node:module';

/**
 * A part of undici that our calls never reach, and what stands in its place: who reaches it all the same is told.
 * @typedef {object} LeftOut
 * @property {string} file Below undici's lib.
 * @property {string} why
 * @property {boolean} [atOnce] undici loads it with the rest, so that only using it may fail.
 */

/** @type {readonly LeftOut[]} */
const LEFT_OUT = [
  {
    file: 'dispatcher/client-h2.js',
    why: 'connections are of HTTP/1.1 only (allowH2: false)',
    atOnce: true,
  },
  // undici has its parser twice, and falls back to the one that runs everywhere. For the heads of answers, the other
  // is not measurably faster.
  { file: 'llhttp/llhttp_simd-wasm.js', why: 'the parser without SIMD runs everywhere' },
  // Who sends a FormData, which is known by its class alone, loads half of fetch.
  { file: 'web/fetch/formdata.js', why: 'no body is a FormData' },
  { file: 'web/fetch/body.js', why: 'no body is a FormData' },
  { file: 'web/webidl/index.js', why: 'no body is a FormData' },
];

/** A file that every client of undici has. */
const CLIENT = 'dispatcher/client.js';

/** The names of the parser: all of HTTP, of which a client asks for two lists. */
const CONSTANTS = 'llhttp/constants.js';
const USED = ['ERROR', 'TYPE'];

/** The parser, as text of Base64. */
const PARSER = 'llhttp/llhttp-wasm.js';

/**
 * Bundles only as much of undici as a client of HTTP/1.1 needs, a third of the whole. Its experimental second
 * parser stays out by undici's own switch for esbuild, with which Node's `fetch` is built.
 * @returns {import('esbuild').Plugin}
 */
export function leanUndici() {
  return {
    name: 'lean-undici',
    setup(build) {
      build.initialOptions.define = { ...build.initialOptions.define, esbuildDetection: '1' };
      /** @type {Set<string>} */
      const seen = new Set();
      build.onStart(() => seen.clear());
      build.onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]lib[\\/]/ }, ({ path }) => {
        const file = path.replaceAll('\\', '/').replace(/^.*\/node_modules\/undici\/lib\//, '');
        seen.add(file);
        if (file === PARSER) return { contents: asHexadecimal(path), loader: 'js' };
        if (file === CONSTANTS) return { contents: usedConstants(path), loader: 'js' };
        const row = LEFT_OUT.find((one) => one.file === file);
        return row && { contents: standIn(row), loader: 'js' };
      });
      build.onEnd(() => {
        // A row for a file that undici has renamed would leave nothing out, silently.
        const stale = seen.has(CLIENT) ? LEFT_OUT.filter(({ file }) => !seen.has(file)) : [];
        return {
          errors: stale.map(({ file }) => ({ text: `undici has no ${file} to leave out` })),
        };
      });
    },
  };
}

/** @param {LeftOut} row */
function standIn({ file, why, atOnce = false }) {
  const message = JSON.stringify(`undici's ${file} is not in this bundle: ${why}.`);
  const failure = `throw new Error(${message});`;
  return atOnce ? `module.exports = () => { ${failure} };` : failure;
}

/**
 * A module that exports bytes, rewritten: of hexadecimal digits, which have two to each byte, the package's compression
 * leaves a quarter less than of Base64, which hides what repeats.
 * @param {string} path
 */
function asHexadecimal(path) {
  /** @type {unknown} */
  const bytes = createRequire(path)(path);
  if (!Buffer.isBuffer(bytes)) throw new Error(`${path} does not export bytes.`);
  return `module.exports = Buffer.from('${bytes.toString('hex')}', 'hex');`;
}

/**
 * A module that exports the lists that are used, as plain data.
 * @param {string} path
 */
function usedConstants(path) {
  /** @type {Readonly<Record<string, unknown>>} */
  const all = createRequire(path)(path);
  const rows = USED.map((name) => {
    if (all[name] === undefined) throw new Error(`${path} has no ${name}.`);
    return `exports.${name} = ${JSON.stringify(all[name])};`;
  });
  return rows.join('\n');
}
