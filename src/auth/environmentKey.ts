import type { ContextKeys } from '../catalog/ids';

/** Variables offered on the welcome view; the command accepts others too. */
const OFFERED = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

/** Returns the first variable with a key, never its value. Undefined if there is none. */
export function environmentKey(environment: {
  readonly [name: string]: string | undefined;
}): ContextKeys['environmentKey'] {
  return OFFERED.find((name) => (environment[name] ?? '').trim() !== '') ?? 'none';
}
