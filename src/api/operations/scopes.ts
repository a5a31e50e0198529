/** Begins every scope of the service. */
export const SCOPE_PREFIX = 'https://www.googleapis.com/auth/generative-language';

/** Opens everything, the service's own scopes included. */
export const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform';

/** The scopes of the service, without `SCOPE_PREFIX`. */
export type Scope = '' | '.tuning' | '.tuning.readonly' | '.retriever' | '.retriever.readonly';

// Scope sets as the table uses them. Which operation needs which is documented for a third of them; the
// others follow the documented ones of their family.
export const ANY_SCOPE = [
  '',
  '.tuning',
  '.tuning.readonly',
  '.retriever',
  '.retriever.readonly',
] as const;
export const TUNING = ['.tuning'] as const;
export const TUNING_READ = ['.tuning', '.tuning.readonly'] as const;
export const RETRIEVER = ['.retriever'] as const;
export const RETRIEVER_READ = ['.retriever', '.retriever.readonly'] as const;
