// `npm run test:unit [-- <part of a path>…]`: builds the unit tests without VS Code and runs them with mocha.
import { buildUnitTests } from '../../esbuild.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';

/**
 * @param {readonly string[]} parts Only test files whose path contains one of these; all when empty.
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runUnitTests(parts = []) {
  const bundles = await buildUnitTests(
    (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
  );
  if (bundles.length === 0) {
    throw new Error(`No unit test matches ${parts.join(', ')}.`);
  }
  return await runMocha('unit', bundles, { timeout: 10_000 });
}

if (isMain(import.meta.url)) {
  const { failed } = await runUnitTests(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
