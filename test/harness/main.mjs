import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Whether a module is the program that was started, and not imported by one.
 * @param {string} url The module's `import.meta.url`.
 */
export function isMain(url) {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}
