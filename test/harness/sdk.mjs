// `npm run test:sdk`: the official SDKs, as they are published, against the emulator.
import { globSync } from 'node:fs';
import { buildProduct } from '../../esbuild.mjs';
import { installPeers } from '../bench/peers.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';
import { ROOT } from './paths.mjs';

/**
 * Needs a build.
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runSdkTests() {
  await installPeers();
  const files = globSync('test/sdk/*.test.mjs', { cwd: ROOT });
  return await runMocha('sdk', files.sort(), { timeout: 20_000 });
}

if (isMain(import.meta.url)) {
  await buildProduct();
  const { failed } = await runSdkTests();
  process.exitCode = failed > 0 ? 1 : 0;
}
