/** API versions in fallback order. */
export const VERSIONS = ['v1beta', 'v1', 'v1alpha', 'v1beta3'] as const;

export type Version = (typeof VERSIONS)[number];

export function isVersion(value: unknown): value is Version {
  return VERSIONS.some((version) => version === value);
}

/** API profiles that the emulator serves: current, and as documented in 2024. */
export const PROFILES = ['current', '2024'] as const;

export type Profile = (typeof PROFILES)[number];

/** A version in a profile: `v1` is current, `v1@2024` as documented in 2024. */
export type Edition = Version | `${Version}@2024`;

export interface VersionSet {
  readonly now: readonly Version[];
  readonly in2024: readonly Version[];
}

// Named version sets, so that a new version is one edit here.
export const ALL = since2024(['v1beta', 'v1', 'v1beta3']);
export const GEMINI = since2024(['v1beta', 'v1']);
export const PALM = since2024(['v1beta', 'v1beta3']);
export const BETA = since2024(['v1beta']);
export const V1 = since2024(['v1']);
export const BETA3 = since2024(['v1beta3']);
export const TODAY_V1 = { now: GEMINI.now, in2024: BETA.in2024 } as const;
export const TODAY_BETA = { now: GEMINI.now, in2024: V1.in2024 } as const;
export const TODAY_ALL = { now: ALL.now, in2024: PALM.in2024 } as const;
// Added after 2024: in v1beta and v1, v1beta only, or also v1alpha.
export const NEW = { now: GEMINI.now, in2024: [] } as const;
export const NEW_BETA = { now: BETA.now, in2024: [] } as const;
export const NEW_ALPHA = { now: ['v1beta', 'v1', 'v1alpha'], in2024: [] } as const;

function since2024<const V extends readonly Version[]>(versions: V) {
  return { now: versions, in2024: versions } as const satisfies VersionSet;
}

export function isAvailable(row: { readonly versions: VersionSet }, edition: Edition): boolean {
  const version = versionOf(edition);
  return versionsIn(row.versions, edition).includes(version);
}

/**
 * Whether a field, parameter, or value is part of an edition; true if unset. v1alpha messages are unpublished and
 * treated like v1beta.
 */
export function isInEdition(versions: VersionSet | undefined, edition: Edition): boolean {
  if (versions === undefined) return true;
  const version = versionOf(edition);
  return versionsIn(versions, edition).includes(version === 'v1alpha' ? 'v1beta' : version);
}

function versionsIn(versions: VersionSet, edition: Edition): readonly Version[] {
  return edition.endsWith('@2024') ? versions.in2024 : versions.now;
}

export function editionOf(version: Version, profile: Profile): Edition {
  return profile === 'current' ? version : `${version}@${profile}`;
}

export function allEditions(profile: Profile): readonly Edition[] {
  return VERSIONS.map((version) => editionOf(version, profile));
}

export function versionOf(edition: Edition): Version {
  return edition.replace(/@.*/, '') as Version;
}
