import type { Disposable } from '../../../base/disposable';

/** The columns with these names, in their order: those that are there already stay, the others are made or go. */
export function keptColumns<T extends Disposable>(
  before: ReadonlyMap<string, T>,
  names: readonly string[],
  make: (name: string) => T,
): ReadonlyMap<string, T> {
  const kept = new Map(names.map((name) => [name, before.get(name) ?? make(name)]));
  for (const [name, column] of before) if (!kept.has(name)) column.dispose();
  return kept;
}
