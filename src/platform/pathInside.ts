import nodePath, { type PlatformPath } from 'node:path';

/**
 * Returns the path relative to a folder; empty for the folder itself. Undefined if the path is outside the
 * folder or on another drive.
 * @param system path rules of the platform.
 */
export function pathInside(
  folder: string,
  path: string,
  system: PlatformPath = nodePath,
): string | undefined {
  const steps = system.relative(folder, path);
  const isOutside = steps === '..' || steps.startsWith(`..${system.sep}`);
  // For another Windows drive, the result is an absolute path.
  return isOutside || system.isAbsolute(steps) ? undefined : steps;
}
