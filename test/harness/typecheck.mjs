// `npm run typecheck`: every part of the tree with the types it really has at run time. What did not change since the
// last time is not checked again.
import { join } from 'node:path';
import { isMain } from './main.mjs';
import { CHECKED, ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/** The host and most tests; the panels and the tests of their scripts, which have a DOM; and this harness. */
const PROJECTS = [
  '.',
  'src/playground/webview',
  'src/resources/webview',
  'src/testing/webview',
  'src/traffic/webview',
  'src/webview/page',
  'src/webview/kit',
  'test/unit/webview/kit',
  'test/unit/playground/webview',
  'test/unit/resources/webview',
  'test/unit/testing/webview',
  'test/ui/preview',
  'test/harness',
];

/**
 * Where `tsc` notes the files of a project, what they import, and what it found.
 * @param {string} project
 */
const buildInfo = (project) => join(CHECKED, `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`);

/** @returns {Promise<import('./counts.mjs').Counts>} One per project. */
export async function typecheck() {
  // The compiled one: it takes a fourth of the time. The rules need the other, whose interface they use.
  const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
  let failed = 0;
  for (const project of PROJECTS) {
    const args = [
      '-p',
      join(ROOT, project),
      '--incremental',
      '--tsBuildInfoFile',
      buildInfo(project),
    ];
    const code = await run(process.execPath, [tsc, ...args], { cwd: ROOT });
    failed += code === 0 ? 0 : 1;
  }
  return { passed: PROJECTS.length - failed, failed };
}

if (isMain(import.meta.url)) {
  const { failed } = await typecheck();
  process.exitCode = failed > 0 ? 1 : 0;
}
