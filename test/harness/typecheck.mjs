// `npm run typecheck`: every part of the tree with the types it really has at run time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMain } from './main.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/** The host and all tests; the panels, which have a DOM; and this harness. */
const PROJECTS = [
  '.',
  'src/playground/webview',
  'src/resources/webview',
  'src/webview/page',
  'test/harness',
];

/** @returns {Promise<import('./counts.mjs').Counts>} One per project. */
export async function typecheck() {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  let failed = 0;
  for (const project of PROJECTS) {
    if (!existsSync(join(ROOT, project, 'tsconfig.json'))) {
      console.log(`skipped ${project}: it has no tsconfig.json yet`);
      continue;
    }
    const code = await run(process.execPath, [tsc, '-p', join(ROOT, project)], { cwd: ROOT });
    failed += code === 0 ? 0 : 1;
  }
  return { passed: PROJECTS.length - failed, failed };
}

if (isMain(import.meta.url)) {
  const { failed } = await typecheck();
  process.exitCode = failed > 0 ? 1 : 0;
}
