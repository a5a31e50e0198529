// `npm run test:sdk`: the official SDKs, as they are published, against the emulator.
import { globSync } from 'node:fs';
import { buildProduct } from '../../esbuild.mjs';
import { installPeers } from '../bench/peers.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';
import { shuffled } from './order.mjs';
import { ROOT } from './paths.mjs';

/**
 * Needs a build.
 * @param {readonly string[]} [files] Paths from the root; all by default.
 * @param {{ grep?: string }} [options]
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runSdkTests(files = globSync('test/sdk/*.test.mjs', { cwd: ROOT }), options) {
  await installPeers();
  return await runMocha('sdk', shuffled(files), options);
}

if (isMain(import.meta.url)) {
  await buildProduct();
  const { failed } = await runSdkTests();
  process.exitCode = failed > 0 ? 1 : 0;
}
