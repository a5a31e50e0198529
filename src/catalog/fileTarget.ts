import type { FileTarget } from '../base/fileTarget';

/** What a command on files was called with; undefined where it is something else. Nothing else of it is kept. */
export function parseFileTarget(argument: unknown): FileTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { scheme, authority, path } = argument as { readonly [name: string]: unknown };
  if (typeof scheme !== 'string' || typeof path !== 'string') return undefined;
  return { scheme, authority: typeof authority === 'string' ? authority : '', path };
}
