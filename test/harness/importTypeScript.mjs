import * as esbuild from 'esbuild';
import { LEAN_L10N } from '../build/packages.mjs';
import { ROOT } from './paths.mjs';

/**
 * What a TypeScript module exports, for scripts that run outside the bundles.
 * @param {string} path From the root.
 * @returns {Promise<any>}
 */
export async function importTypeScript(path) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    alias: LEAN_L10N,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return await import(`data:text/javascript;base64,${code}`);
}
