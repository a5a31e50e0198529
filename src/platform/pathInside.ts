import nodePath, { type PlatformPath } from 'node:path';

/**
 * The path from a folder to what lies in it, as both are written, and empty for the folder itself; undefined for what lies
 * elsewhere, as on another drive of Windows.
 * @param system is the one whose paths they are.
 */
export function pathInside(
  folder: string,
  path: string,
  system: PlatformPath = nodePath,
): string | undefined {
  const steps = system.relative(folder, path);
  const isOutside = steps === '..' || steps.startsWith(`..${system.sep}`);
  // No steps lead to another drive: what is given then is the path itself.
  return isOutside || system.isAbsolute(steps) ? undefined : steps;
}
