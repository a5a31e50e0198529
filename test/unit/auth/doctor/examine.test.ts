import assert from 'node:assert/strict';
import { type Check, type CheckResult, createContext } from '../../../../src/auth/doctor/check';
import { runChecks, type CheckRun } from '../../../../src/auth/doctor/examine';
import { AppError } from '../../../../src/base/errors';
import { openDoctor } from './rig';

type Row = Partial<Check> & Pick<Check, 'id'>;

const passed = (): Promise<CheckResult> => Promise.resolve({ state: 'passed', says: 'Good.' });

function table(...rows: readonly Row[]): readonly Check[] {
  return rows.map((row) => ({
    title: () => row.id,
    appliesTo: () => true,
    run: passed,
    ...row,
  }));
}

async function examined(...rows: readonly Row[]): Promise<readonly CheckRun[]> {
  const doctor = openDoctor({ connection: {} });
  const { signal } = new AbortController();
  const context = await createContext(doctor.deps, doctor.connection, signal);
  return await runChecks(context, () => undefined, table(...rows));
}

function brief(rows: readonly CheckRun[]): readonly string[] {
  return rows.map(({ id, result }) =>
    typeof result === 'string' ? `${id} ${result}` : `${id} ${result.state}: ${result.says}`,
  );
}

describe('running the checks', () => {
  it('skips what needs one that failed, and what needs that, naming the one that failed', async () => {
    const fails = (): Promise<CheckResult> => Promise.reject(new AppError('x', 'Bad.'));
    const rows = await examined(
      { id: 'client', run: fails },
      { id: 'signedIn', needs: ['client'] },
      { id: 'token', needs: ['signedIn'] },
      { id: 'clock', needs: ['models'] },
    );
    assert.deepEqual(brief(rows), [
      'client failed: Bad.',
      'signedIn skipped: Fix “client” first.',
      'token skipped: Fix “client” first.',
      'clock passed: Good.',
    ]);
  });

  it('takes what a check throws for what it found, with its hint and what helps', async () => {
    const error = new AppError('signedOut', 'It has expired.', { hint: 'Sign in again.' });
    const [row] = await examined({ id: 'token', run: () => Promise.reject(error) });
    const result = row?.result as CheckResult;
    assert.deepEqual(
      [result.state, result.says, result.hint, result.fixes?.[0]?.title],
      ['failed', 'It has expired.', 'Sign in again.', 'Sign In…'],
    );
  });
});
