import type { ContextKeys } from '../catalog/ids';

const OFFERED = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

/** Returns the name of the first variable with a key, never its value. Undefined if no variable has one. */
export function environmentKey(environment: {
  readonly [name: string]: string | undefined;
}): ContextKeys['environmentKey'] {
  return OFFERED.find((name) => (environment[name] ?? '').trim() !== '') ?? 'none';
}
