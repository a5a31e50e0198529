// `npm run test:ui [-- <part of a path>…]`: a real browser drives the real workbench.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildProduct } from '../../esbuild.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';
import { ROOT } from './paths.mjs';
import { hasServer } from './provision.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { provisionServer } from './provisionServer.mjs';

/** For each test: ten times what a story took, in ms. */
const TIMEOUT = 180_000;

/**
 * @param {readonly string[]} parts Only files whose path contains one of these; all when empty.
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runUiTests(parts = []) {
  if (!hasServer) {
    console.log('The UI tests need Linux on x86-64, where VS Code runs in a headless browser.');
    return { passed: 0, failed: 0 };
  }
  await Promise.all([provisionServer(), provisionChromium()]);
  const names = await readdir(join(ROOT, 'test/ui'), { recursive: true });
  const files = names
    .map((name) => `test/ui/${name}`)
    .filter((path) => path.endsWith('.test.mjs'))
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
    .sort();
  return await runMocha('ui', files, { timeout: TIMEOUT });
}

if (isMain(import.meta.url)) {
  await buildProduct();
  const { failed } = await runUiTests(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
