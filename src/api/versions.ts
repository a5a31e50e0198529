/** The versions of the service that the tables describe, in the order in which a call falls back. */
export const VERSIONS = ['v1beta', 'v1', 'v1alpha', 'v1beta3'] as const;

export type Version = (typeof VERSIONS)[number];

/** The service as it is today, and as its documents of 2024 had it: the emulator serves either. */
export const PROFILES = ['current', '2024'] as const;

export type Profile = (typeof PROFILES)[number];

/** A version as one profile has it: `v1` of today, `v1@2024` of the documents of 2024. */
export type Edition = Version | `${Version}@2024`;

/** The versions that have something: today, and by the documents of 2024. */
export interface VersionSet {
  readonly now: readonly Version[];
  readonly in2024: readonly Version[];
}

// Version sets as the tables use them: a row names the set, so that a new version is one edit here.
export const ALL = since2024(['v1beta', 'v1', 'v1beta3']);
export const GEMINI = since2024(['v1beta', 'v1']);
export const PALM = since2024(['v1beta', 'v1beta3']);
export const BETA = since2024(['v1beta']);
export const V1 = since2024(['v1']);
export const BETA3 = since2024(['v1beta3']);
// What v1beta had in 2024, and v1 has now too; and the other way round.
export const TODAY_V1 = { now: GEMINI.now, in2024: BETA.in2024 } as const;
export const TODAY_BETA = { now: GEMINI.now, in2024: V1.in2024 } as const;
// What v1beta and v1beta3 had in 2024, and v1 has now too.
export const TODAY_ALL = { now: ALL.now, in2024: PALM.in2024 } as const;
// What came after the documents of 2024: in both living versions, in v1beta alone, or in v1alpha too.
export const NEW = { now: GEMINI.now, in2024: [] } as const;
export const NEW_BETA = { now: BETA.now, in2024: [] } as const;
export const NEW_ALPHA = { now: ['v1beta', 'v1', 'v1alpha'], in2024: [] } as const;

function since2024<const V extends readonly Version[]>(versions: V) {
  return { now: versions, in2024: versions } as const satisfies VersionSet;
}

/** Whether an operation is part of a version. */
export function isServed(row: { readonly versions: VersionSet }, edition: Edition): boolean {
  const version = versionOf(edition);
  return setIn(row.versions, edition).includes(version);
}

/**
 * Whether a message's field, a parameter or a value is part of a version; an absent column holds for all. Nothing is
 * published of the messages of v1alpha: they are those of v1beta.
 */
export function holdsIn(versions: VersionSet | undefined, edition: Edition): boolean {
  if (versions === undefined) return true;
  const version = versionOf(edition);
  return setIn(versions, edition).includes(version === 'v1alpha' ? 'v1beta' : version);
}

function setIn(versions: VersionSet, edition: Edition): readonly Version[] {
  return edition.endsWith('@2024') ? versions.in2024 : versions.now;
}

export function editionOf(version: Version, profile: Profile): Edition {
  return profile === 'current' ? version : `${version}@${profile}`;
}

/** All versions as a profile has them; not each has something in it. */
export function editionsOf(profile: Profile): readonly Edition[] {
  return VERSIONS.map((version) => editionOf(version, profile));
}

/** The version of an edition, as paths and names of types have it. */
export function versionOf(edition: Edition): Version {
  return edition.replace(/@.*/, '') as Version;
}
