import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Test bundles and reports; thrown away freely. */
export const OUT = join(ROOT, 'out');

/** What is known of files that were checked; thrown away freely too. */
export const CHECKED = join(OUT, 'checked');

/** What a real VS Code needs, kept between runs. `@vscode/test-electron` uses the same folder. */
export const CACHE = join(ROOT, '.vscode-test');

/** Screenshots of the UI tests. */
export const SHOTS = join(ROOT, 'test/ui/shots');

/** What was open when one of them failed. */
export const FAILED = join(SHOTS, 'failed');
