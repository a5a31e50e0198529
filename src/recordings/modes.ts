import { AppError } from '../base/errors';
import { GOOGLE, upstreamOf } from './upstream';

/**
 * Response sources for requests without a matching mock: generated, replayed, always the upstream
 * (`record`), or the upstream if unrecorded. `auto` is `record-missing` with an upstream, otherwise
 * `replay`.
 */
export const MODES = ['generate', 'replay', 'record', 'record-missing', 'auto'] as const;
export type Mode = (typeof MODES)[number];

export type ActiveMode = Exclude<Mode, 'auto'>;

export interface ModeSettings {
  readonly mode: Mode;
  readonly acting: ActiveMode;
  /** No trailing slash. Undefined if nothing is relayed. */
  readonly upstream?: string;
  readonly uploads?: string;
  readonly isHeld: boolean;
}

/**
 * Resolves a mode. CI builds (environment variable `CI`) never record. Throws `AppError` if the mode is unknown or the
 * upstream is invalid.
 */
export function readMode(
  name: string,
  upstream: string | undefined,
  environment: NodeJS.ProcessEnv,
): ModeSettings {
  const mode = MODES.find((one) => one === name);
  if (!mode) {
    throw new AppError('badOption', `--mode must be one of ${MODES.join(', ')}, not ${name}.`);
  }
  const given = upstream === undefined ? undefined : upstreamOf(upstream);
  const wanted = activeMode(mode, given !== undefined);
  const records = wanted === 'record' || wanted === 'record-missing';
  const isHeld = mode !== 'replay' && mode !== 'generate' && records && isCi(environment);
  if (isHeld || !records) return { mode, acting: isHeld ? 'replay' : wanted, isHeld };
  return { mode, acting: wanted, upstream: given ?? GOOGLE, isHeld };
}

function activeMode(mode: Mode, hasUpstream: boolean): ActiveMode {
  if (mode !== 'auto') return mode;
  return hasUpstream ? 'record-missing' : 'replay';
}

function isCi({ CI: ci = '' }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(ci.toLowerCase());
}
