import type { L10n } from '../platform/l10n';
import type { Connection } from '../service/connection';
import { parseConnection } from './connectionEntries';
import { unknownConnection } from './unknownConnection';

/** What may change of a connection; undefined takes a field out. */
export type ConnectionChange = {
  readonly [F in Exclude<keyof Connection, 'id'>]?: Connection[F] | undefined;
};

/**
 * The entries of the setting with one of them changed, and all else as the user wrote it. Throws `AppError`:
 * `unknownConnection` where it is gone, `badConnection` or `badEndpoint` for what could not be read again.
 */
export function changeEntry(
  entries: readonly unknown[],
  id: string,
  change: ConnectionChange,
  l10n: L10n,
): readonly unknown[] {
  // The one that is used: another one with its id may be damaged, or come later.
  const index = entries.findIndex((entry) => idOf(entry) === id);
  if (index < 0) {
    throw unknownConnection(l10n);
  }
  const fields = Object.entries({ ...(entries[index] as object), ...change });
  const changed = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  parseConnection(changed);
  return entries.with(index, changed);
}

function idOf(entry: unknown): string | undefined {
  try {
    return parseConnection(entry).id;
  } catch {
    // Left out of the list too.
    return undefined;
  }
}
