/** An entry of the view of what runs, as a command's argument. */
export interface ActivityTarget {
  /** Id of the entry. */
  readonly activity: string;
}

/** The entry in what a command was called with; undefined where it is none. */
export function parseActivityTarget(value: unknown): ActivityTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { activity } = value as { [key: string]: unknown };
  return typeof activity === 'string' ? { activity } : undefined;
}
