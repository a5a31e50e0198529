import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { ageCheck, clientCheck, scopesCheck, signedInCheck, tokenCheck } from './accountChecks';
import {
  type Check,
  type CheckId,
  type CheckResult,
  type DoctorContext,
  fixesFor,
  networkFailure,
} from './check';
import {
  adcFileCheck,
  apiCheck,
  emulatorCheck,
  keyCheck,
  modelsCheck,
  projectCheck,
  settingsCheck,
} from './connectionChecks';
import { clockCheck, loopbackCheck, networkCheck } from './machineChecks';

export const checks: readonly Check[] = [
  settingsCheck,
  emulatorCheck,
  clientCheck,
  adcFileCheck,
  keyCheck,
  loopbackCheck,
  clockCheck,
  signedInCheck,
  ageCheck,
  tokenCheck,
  scopesCheck,
  projectCheck,
  apiCheck,
  modelsCheck,
  networkCheck,
];

export interface CheckRun {
  readonly id: CheckId;
  readonly title: string;
  readonly result: CheckResult | 'waiting' | 'running';
}

/**
 * Runs the applicable checks in order. Throws `CancelledError` if the context’s signal aborts.
 * @param onProgress receives all rows after each change.
 */
export async function runChecks(
  context: DoctorContext,
  onProgress: (rows: readonly CheckRun[]) => void,
  table: readonly Check[] = checks,
): Promise<readonly CheckRun[]> {
  const { connection, signal, deps } = context;
  const applying = table.filter((check) => check.appliesTo(connection));
  const results = new Map<CheckId, CheckResult>();
  const rows = (running?: CheckId): readonly CheckRun[] =>
    applying.map((check) => ({
      id: check.id,
      title: check.title(),
      result: results.get(check.id) ?? (check.id === running ? 'running' : 'waiting'),
    }));
  for (const check of applying) {
    if (signal.aborted) throw new CancelledError(signal.reason);
    onProgress(rows(check.id));
    const result = blockedResult(check, results, table) ?? (await resultOf(context, check));
    results.set(check.id, redactResult(result, deps.redact));
  }
  if (signal.aborted) throw new CancelledError(signal.reason);
  onProgress(rows());
  return rows();
}

/** Servers may repeat secrets that were sent to another server. */
function redactResult(result: CheckResult, redact: (text: string) => string): CheckResult {
  const { says, hint } = result;
  return {
    ...result,
    says: redact(says),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
  };
}

function blockedResult(
  { needs = [] }: Check,
  results: ReadonlyMap<CheckId, CheckResult>,
  table: readonly Check[],
): CheckResult | undefined {
  for (const need of needs) {
    const result = results.get(need);
    const by = result?.state === 'failed' ? need : result?.blockedBy;
    if (by === undefined) continue;
    const title = table.find(({ id }) => id === by)?.title() ?? by;
    const says = l10n.t('Fix “{0}” first.', title);
    return { state: 'skipped', says, blockedBy: by };
  }
  return undefined;
}

async function resultOf(context: DoctorContext, check: Check): Promise<CheckResult> {
  const { signal, network } = context;
  try {
    return await check.run(context);
  } catch (error) {
    if (signal.aborted) throw new CancelledError(error);
    if (CancelledError.is(error))
      return { state: 'skipped', says: l10n.t('The check was canceled.') };
    const failure = networkFailure(error);
    if (failure) {
      network.failure ??= failure;
      return { state: 'skipped', says: l10n.t('No response. See “Network”.') };
    }
    const fixes = fixesFor(context, error);
    const hint = error instanceof AppError ? error.hint : undefined;
    return {
      state: 'failed',
      says: errorMessage(error),
      ...(hint === undefined ? {} : { hint }),
      ...(fixes.length === 0 ? {} : { fixes }),
    };
  }
}
