/**
 * Fails the build where a program would need more than Node.js: `vscode`, or a package. For what is built together with
 * others that have both.
 * @param {string} entry Its source, from the root.
 * @returns {import('esbuild').Plugin}
 */
export function onNodeAlone(entry) {
  return {
    name: 'on-node-alone',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        const inputs = metafile?.inputs ?? {};
        const found = new Set([entry]);
        const wrong = [];
        for (const source of found) {
          for (const { path, external } of inputs[source]?.imports ?? []) {
            const isForeign = external === true ? !path.startsWith('node:') : isPackage(path);
            if (isForeign) wrong.push(`${source} imports ${path}, but ${entry} runs on Node alone`);
            else if (external !== true) found.add(path);
          }
        }
        return { errors: wrong.map((text) => ({ text })) };
      });
    },
  };
}

/** @param {string} path */
const isPackage = (path) => path.includes('node_modules/');
