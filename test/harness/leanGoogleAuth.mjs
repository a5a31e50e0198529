/**
 * What google-auth-library's HTTP client loads lazily, and why that never happens.
 * @type {Readonly<Record<string, string>>}
 */
const LEFT_OUT = {
  'node-fetch': 'the library is always given a fetch of ours',
  'https-proxy-agent': 'our own HTTP goes through the proxy',
};

const NAMESPACE = 'left-out-of-google-auth';

/**
 * Bundles google-auth-library without a second HTTP client: who reaches one all the same is told.
 * @returns {import('esbuild').Plugin}
 */
export function leanGoogleAuth() {
  return {
    name: 'lean-google-auth',
    setup(build) {
      /** @type {Set<string>} */
      const seen = new Set();
      let isUsed = false;
      build.onStart(() => {
        seen.clear();
        isUsed = false;
      });
      build.onLoad({ filter: /[\\/]node_modules[\\/]gaxios[\\/].*gaxios\.js$/ }, () => {
        isUsed = true;
        return undefined;
      });
      const filter = new RegExp(`^(${Object.keys(LEFT_OUT).join('|')})$`);
      build.onResolve({ filter }, ({ path, importer }) => {
        if (!/[\\/]node_modules[\\/]gaxios[\\/]/.test(importer)) return undefined;
        seen.add(path);
        return { path, namespace: NAMESPACE };
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
        const message = JSON.stringify(`${path} is not in this bundle: ${LEFT_OUT[path]}.`);
        return { contents: `throw new Error(${message});`, loader: 'js' };
      });
      build.onEnd(() => {
        const stale = isUsed ? Object.keys(LEFT_OUT).filter((name) => !seen.has(name)) : [];
        return {
          errors: stale.map((name) => ({ text: `gaxios imports no ${name} to leave out` })),
        };
      });
    },
  };
}
