/**
 * A file of a package that no call of ours comes to, or must not come to, and what stands in its place.
 * @typedef {object} StandIn
 * @property {string} file Below node_modules.
 * @property {string} importer Who loads it; where that is bundled and this is not, the row is out of date.
 * @property {string} contents CommonJS.
 */

/**
 * @param {string} file
 * @param {string} why
 */
const refusal = (file, why) =>
  `throw new Error(${JSON.stringify(`${file} is not in this bundle: ${why}.`)});`;

const UNDICI = 'undici/lib/dispatcher/client.js';
const GAXIOS = 'gaxios/build/cjs/src/gaxios.js';

/**
 * @param {string} file
 * @param {string} importer
 * @param {string} why
 * @returns {StandIn} That fails where it is loaded.
 */
const leftOut = (file, importer, why) => ({ file, importer, contents: refusal(file, why) });

const NO_FORM = 'no body is a FormData';

const REFERENCES = `
  exports.parse = (text) => {
    const [path, ...rest] = text.split('#');
    return { path, fragment: rest.length > 0 ? rest.join('#') : undefined };
  };
  exports.serialize = ({ path, fragment }) => path + (fragment === undefined ? '' : '#' + fragment);
  exports.resolve = (base, text) => {
    if (URL.canParse(text, base)) return new URL(text, base).href;
    return text.startsWith('#') ? base.split('#')[0] + text : text;
  };`;

/** The variant of `@vscode/l10n` for browsers: the one for Node.js reads bundles from files and URLs, which nobody needs. */
export const LEAN_L10N = { '@vscode/l10n': '@vscode/l10n/dist/browser.js' };

/** @type {readonly StandIn[]} */
const STAND_INS = [
  // undici loads it with the rest, so that only using it may fail.
  {
    file: 'undici/lib/dispatcher/client-h2.js',
    importer: UNDICI,
    contents: `module.exports = () => { ${refusal('client-h2.js', 'connections are of HTTP/1.1 only (allowH2: false)')} };`,
  },
  // undici has its parser twice, and falls back to the one that runs everywhere. For the heads of answers, the other is
  // not measurably faster.
  leftOut(
    'undici/lib/llhttp/llhttp_simd-wasm.js',
    UNDICI,
    'the parser without SIMD runs everywhere',
  ),
  // Who sends a FormData, which is known by its class alone, loads half of fetch.
  leftOut('undici/lib/web/fetch/formdata.js', UNDICI, NO_FORM),
  leftOut('undici/lib/web/fetch/body.js', UNDICI, NO_FORM),
  leftOut('undici/lib/web/webidl/index.js', UNDICI, NO_FORM),
  // A second HTTP client, which would go past the proxy and the limits of ours.
  leftOut('node-fetch/src/index.js', GAXIOS, 'the library is always given a fetch of ours'),
  leftOut('https-proxy-agent/dist/index.js', GAXIOS, 'our own HTTP goes through the proxy'),
  // It writes requests and answers to the console when the environment asks for it: with tokens in them.
  {
    file: 'google-logging-utils/build/src/index.js',
    importer: 'google-auth-library/build/src/auth/authclient.js',
    contents: 'const silent = { debug() {} }; exports.log = () => silent;',
  },
  // No connection is compressed (perMessageDeflate: false), so that its name is all that is asked for.
  {
    file: 'ws/lib/permessage-deflate.js',
    importer: 'ws/lib/websocket.js',
    contents: `module.exports = class { static get extensionName() { return 'permessage-deflate'; } };`,
  },
  // Both are loaded with the rest, so that only using them may fail: a keyword of OpenAPI, which Ajv knows on request
  // alone, and a WebSocket as a stream of Node.js.
  {
    file: 'ajv/dist/vocabularies/discriminator/index.js',
    importer: 'ajv/dist/ajv.js',
    contents: '',
  },
  {
    file: 'ws/lib/stream.js',
    importer: 'ws/wrapper.mjs',
    contents: `module.exports = () => { ${refusal('stream.js', 'no WebSocket is read as a stream')} };`,
  },
  // References of schemas are names within them for the most part; what the platform knows of addresses is enough.
  { file: 'fast-uri/index.js', importer: 'ajv/dist/runtime/uri.js', contents: REFERENCES },
];

/** ws would load these two, which are compiled, from wherever the program stands. */
const WITHOUT_ADDONS = {
  'process.env.WS_NO_BUFFER_UTIL': 'true',
  'process.env.WS_NO_UTF_8_VALIDATE': 'true',
};

/**
 * Bundles undici without what only HTTP/2 and fetch need, and google-auth-library without a second HTTP client and
 * without a log. undici's experimental second parser stays out by its own switch for esbuild, with which Node's `fetch`
 * is built.
 * @returns {import('esbuild').Plugin}
 */
export function leanPackages() {
  return {
    name: 'lean-packages',
    setup(build) {
      build.initialOptions.define = {
        ...build.initialOptions.define,
        esbuildDetection: '1',
        ...WITHOUT_ADDONS,
      };
      /** @type {Set<string>} */
      const seen = new Set();
      build.onStart(() => seen.clear());
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => {
        const file = path.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '');
        seen.add(file);
        const row = STAND_INS.find((one) => one.file === file);
        return row && { contents: row.contents, loader: 'js' };
      });
      build.onEnd(() => {
        // A row for a file that its package has renamed would leave nothing out, silently.
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
