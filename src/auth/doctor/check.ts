import type { L10n } from '../../platform/l10n';
import type { Connection } from '../../service/connection';
import type { DoctorContext } from './context';

export type CheckState = 'passed' | 'warning' | 'failed' | 'skipped';

/** What mends what a check found. */
export interface CheckFix {
  /** As on a button. */
  readonly title: string;
  /** Resolves once the checks can be run again. */
  run(): Promise<unknown>;
  /** It only shows something: what was found stays as it is. */
  readonly changesNothing?: true;
}

export interface CheckResult {
  readonly state: CheckState;
  /** What was found, in sentences. */
  readonly says: string;
  /** In place of `says` where it leaves this window: who signed in stays here. */
  readonly reports?: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The best first. */
  readonly fixes?: readonly CheckFix[];
  /** Id of the check that failed before, and kept this one from being run. */
  readonly blockedBy?: CheckId;
}

export type CheckId =
  | 'settings'
  | 'emulator'
  | 'client'
  | 'adcFile'
  | 'key'
  | 'loopback'
  | 'clock'
  | 'signedIn'
  | 'age'
  | 'token'
  | 'scopes'
  | 'project'
  | 'api'
  | 'models'
  | 'network';

/** A row of the table of checks. */
export interface Check {
  readonly id: CheckId;
  title(l10n: L10n): string;
  appliesTo(connection: Connection): boolean;
  /** Where one of these failed, this one is not run. */
  readonly needs?: readonly CheckId[];
  /**
   * What it throws is what it found: a failure of the network is told by the check of that, any other
   * error fails this one.
   */
  run(context: DoctorContext): Promise<CheckResult>;
}
