import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { realPathInside } from '../platform/safeFiles';
import { badInput, type ToolContext } from './tool';

/** A path in a workspace folder. */
interface WorkspacePath {
  readonly folder: string;
  readonly path: string;
}

/**
 * Finds a path, relative to a workspace folder or absolute. Throws `AppError` if the path is missing, or outside the
 * workspace after following links.
 */
export function workspacePath(
  path: string,
  { folders }: Pick<ToolContext, 'folders'>,
): WorkspacePath {
  const all = folders();
  const found = all
    .map((folder) => ({ folder, path: isAbsolute(path) ? path : join(folder, path) }))
    .find((one) => isInside(one) && existsSync(one.path));
  if (found) return found;
  const hint = all.length === 0 ? 'Open a folder first.' : 'Use a path relative to its folder.';
  throw badInput(`“${path}” isn’t in the workspace.`, hint);
}

export function isInside({ folder, path }: WorkspacePath): boolean {
  return path === folder || realPathInside(folder, path) !== undefined;
}
