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
  // Who sends a FormData, which is known by its class alone, loads half of fetch.
  { file: 'web/fetch/formdata.js', why: 'no body is a FormData' },
  { file: 'web/fetch/body.js', why: 'no body is a FormData' },
  { file: 'web/webidl/index.js', why: 'no body is a FormData' },
];

/** A file that every client of undici has. */
const CLIENT = 'dispatcher/client.js';

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
