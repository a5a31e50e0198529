import { readFile } from 'node:fs/promises';

/**
 * A file below node_modules that the sign-in library loads with the rest, though no call of ours comes to what is in it.
 * @typedef {object} StandIn
 * @property {string} file
 * @property {string} importer Who loads it; where that is bundled and this is not, the row is out of date.
 * @property {string} contents CommonJS, in its place.
 */

/** @param {string} why */
const refusal = (why) => `() => { throw new Error(${JSON.stringify(why)}); }`;

const NO_ECDSA = refusal(
  'ecdsa-sig-formatter is not in this bundle: the keys of accounts are RSA.',
);
const NO_VERIFY = refusal('jws only signs in this bundle: we verify no token.');
const NO_PAGE = refusal('The crypto of browsers is not in this bundle: it runs in Node.js.');

/** @type {readonly StandIn[]} */
const STAND_INS = [
  // It writes requests and answers to the console when the environment asks for it: with tokens in them.
  {
    file: 'google-logging-utils/build/src/index.js',
    importer: 'google-auth-library/build/src/auth/authclient.js',
    contents: 'const silent = { debug() {} }; exports.log = () => silent;',
  },
  {
    file: 'google-auth-library/build/src/crypto/browser/crypto.js',
    importer: 'google-auth-library/build/src/crypto/crypto.js',
    contents: `exports.BrowserCrypto = class { constructor() { (${NO_PAGE})(); } };`,
  },
  {
    file: 'ecdsa-sig-formatter/src/ecdsa-sig-formatter.js',
    importer: 'google-auth-library/build/src/auth/oauth2client.js',
    contents: `exports.derToJose = exports.joseToDer = ${NO_ECDSA};`,
  },
  {
    file: 'jws/lib/verify-stream.js',
    importer: 'jws/index.js',
    contents: `module.exports = function () { (${NO_VERIFY})(); };
      const { exports: it } = module; it.verify = it.decode = it.isValid = it;`,
  },
  // For Node.js before version 4.
  {
    file: 'safe-buffer/index.js',
    importer: 'jwa/index.js',
    contents: `module.exports = require('node:buffer');`,
  },
];

/** Whose manifest is bundled whole, for its version. */
const WITH_MANIFEST = /[\\/]node_modules[\\/](gaxios|google-auth-library)[\\/]package\.json$/;

/**
 * Bundles of google-auth-library what a sign-in with RSA keys in Node.js needs.
 * @returns {import('esbuild').Plugin}
 */
export function leanSignIn() {
  return {
    name: 'lean-sign-in',
    setup(build) {
      /** @type {Set<string>} */
      const seen = new Set();
      build.onStart(() => seen.clear());
      const filter =
        /[\\/]node_modules[\\/](google-auth-library|google-logging-utils|ecdsa-sig-formatter|jws|jwa|safe-buffer)[\\/].*\.js$/;
      build.onLoad({ filter }, ({ path }) => {
        const file = path.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '');
        seen.add(file);
        const row = STAND_INS.find((one) => one.file === file);
        return row && { contents: row.contents, loader: 'js' };
      });
      build.onLoad({ filter: WITH_MANIFEST }, async ({ path }) => {
        const { name, version } = JSON.parse(await readFile(path, 'utf8'));
        return { contents: JSON.stringify({ name, version }), loader: 'json' };
      });
      build.onEnd(() => {
        const stale = STAND_INS.filter(
          ({ file, importer }) => seen.has(importer) && !seen.has(file),
        );
        return {
          errors: stale.map(({ file, importer }) => ({ text: `${importer} loads no ${file}` })),
        };
      });
    },
  };
}
