import type { ContextKeys } from '../catalog/ids';

/** Those that the welcome offers by name; the command takes others too. */
const OFFERED = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

/** The variable whose key the welcome offers: the first that has one. What is in it, nobody is told. */
export function environmentKey(environment: {
  readonly [name: string]: string | undefined;
}): ContextKeys['environmentKey'] {
  return OFFERED.find((name) => (environment[name] ?? '').trim() !== '') ?? 'none';
}
