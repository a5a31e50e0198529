/** The versions of the service that the tables describe, in the order in which a call falls back. */
export const VERSIONS = ['v1beta', 'v1', 'v1beta3'] as const;

export type Version = (typeof VERSIONS)[number];

// Version sets as the tables use them: a row names the set, so that a new version is one edit here.
export const ALL = VERSIONS;
export const GEMINI = ['v1beta', 'v1'] as const;
export const PALM = ['v1beta', 'v1beta3'] as const;
export const BETA = ['v1beta'] as const;
export const V1 = ['v1'] as const;
export const BETA3 = ['v1beta3'] as const;

// What came after the documents of 2024: in both living versions, or in v1beta alone.
export const NEW = GEMINI;
export const NEW_BETA = BETA;

/** Whether a table column that lists versions holds for one of them; an absent column holds for all. */
export function holdsIn(versions: readonly Version[] | undefined, version: Version): boolean {
  return versions === undefined || versions.includes(version);
}
