import { AppError } from '../base/errors';
import { GOOGLE, upstreamOf } from './upstream';

/**
 * What answers where no rule does: the emulator itself, a recording or nothing, always the upstream, or a recording or the
 * upstream. `auto` is `record-missing` where an upstream is given, and otherwise `replay`.
 */
export const MODES = ['generate', 'replay', 'record', 'record-missing', 'auto'] as const;
export type Mode = (typeof MODES)[number];

/** What is done in the end. */
export type Acting = Exclude<Mode, 'auto'>;

/** A mode with all that it needs. */
export interface ModeSettings {
  readonly mode: Mode;
  readonly acting: Acting;
  /** Without a slash at its end; absent where nothing is asked upstream. */
  readonly upstream?: string;
  /** The same of uploads, where those go elsewhere. */
  readonly uploads?: string;
  /** Whether it would record if this were no run of a build server. */
  readonly isHeld: boolean;
}

/**
 * Reads a mode. Nothing is ever recorded on a build server, which says so by `CI`. Throws `AppError` for an unknown mode, and
 * for an upstream that can't be one.
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
  const wanted = actingOf(mode, given !== undefined);
  const records = wanted === 'record' || wanted === 'record-missing';
  const isHeld = mode !== 'replay' && mode !== 'generate' && records && isCi(environment);
  if (isHeld || !records) return { mode, acting: isHeld ? 'replay' : wanted, isHeld };
  return { mode, acting: wanted, upstream: given ?? GOOGLE, isHeld };
}

function actingOf(mode: Mode, hasUpstream: boolean): Acting {
  if (mode !== 'auto') return mode;
  return hasUpstream ? 'record-missing' : 'replay';
}

function isCi({ CI: ci = '' }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(ci.toLowerCase());
}
