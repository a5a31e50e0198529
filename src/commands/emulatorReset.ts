import * as l10n from '@vscode/l10n';
import { rename } from 'node:fs/promises';
import { AppError } from '../base/errors';
import type { Prompts } from '../platform/prompts';
import type { EmulatorAddress } from '../service/emulator';
import type { EmulatorActions } from '../service/emulatorControl';

type Seed = EmulatorActions['seed']['seed'];

export interface FreshStartDeps {
  readonly prompts: Pick<Prompts, 'pick' | 'confirm' | 'notify'>;
  /** Starts the emulator if necessary. Throws `emulatorData` if its data is damaged. */
  readonly start: () => Promise<EmulatorAddress>;
  readonly setAside: () => Promise<string>;
  readonly onReplaced: () => Promise<void>;
}

export interface EmulatorResetDeps extends FreshStartDeps {
  readonly control: <A extends keyof EmulatorActions>(
    address: EmulatorAddress,
    action: A,
    body: EmulatorActions[A],
  ) => Promise<void>;
}

/** Resets the emulator to its sample data, even if it is stopped or its data is damaged. */
export async function resetEmulator(deps: EmulatorResetDeps): Promise<void> {
  const { prompts, control, onReplaced } = deps;
  const question = l10n.t('Reset the built-in emulator to its initial data?');
  if (!(await confirmed(deps, question, l10n.t('Reset')))) return;
  const { address, aside } = await startWithFreshData(deps);
  if (aside === undefined) await control(address, 'reset', {});
  await onReplaced();
  const done =
    aside === undefined
      ? l10n.t('The built-in emulator was reset to its initial data.')
      : freshText(aside);
  void prompts.notify('info', done);
}

export async function seedEmulator(deps: EmulatorResetDeps): Promise<void> {
  const { prompts, control, onReplaced } = deps;
  const seed = await chooseSeed(deps);
  if (!seed) return;
  const question = l10n.t(
    'Replace the emulator’s data with “{0}”?',
    seed === 'demo' ? l10n.t('Demo') : l10n.t('Empty'),
  );
  if (!(await confirmed(deps, question, l10n.t('Replace')))) return;
  const fresh = await confirmAndStart(deps);
  if (!fresh) return;
  await control(fresh.address, 'seed', { seed });
  await onReplaced();
  const done =
    fresh.aside === undefined
      ? l10n.t('The emulator’s data was replaced.')
      : l10n.t('The emulator’s data was replaced. The damaged data was moved to {0}.', fresh.aside);
  void prompts.notify('info', done);
}

/** Reports damaged data found outside a reset, and offers a new start. */
export async function offerFreshStart(deps: FreshStartDeps): Promise<void> {
  const { prompts, onReplaced } = deps;
  const fresh = l10n.t('Back Up and Reset');
  const message = l10n.t(
    'The built-in emulator’s data is damaged, unreadable, or from another version. Back it up to start again with sample data.',
  );
  if ((await prompts.notify('error', message, fresh)) !== fresh) return;
  const { aside } = await startWithFreshData(deps);
  await onReplaced();
  const done =
    aside === undefined
      ? l10n.t('The built-in emulator is running again. Its data is valid, so no backup was made.')
      : freshText(aside);
  void prompts.notify('info', done);
}

/** Backs up data by renaming its folder. */
export async function backUpData(data: string, now: Date): Promise<string> {
  const aside = `${data}-${now.toISOString().replace(/\W/g, '')}`;
  try {
    await rename(data, aside);
    return aside;
  } catch (cause) {
    throw new AppError('emulatorAside', l10n.t('Couldn’t rename the folder {0}.', data), {
      hint: l10n.t('Close other windows that use the built-in emulator, and try again.'),
      cause,
    });
  }
}

interface FreshStart {
  readonly address: EmulatorAddress;
  /** Path of the backup; undefined if the data was intact. */
  readonly aside: string | undefined;
}

/** Retries first, as another window may have fixed the data. */
async function startWithFreshData({
  start,
  setAside: takeAway,
}: FreshStartDeps): Promise<FreshStart> {
  try {
    return { address: await start(), aside: undefined };
  } catch (error) {
    if (!isDataError(error)) throw error;
    const aside = await takeAway();
    return { address: await start(), aside };
  }
}

/** Like `startWithFreshData`, with confirmation if data is damaged. Undefined if the user refuses. */
async function confirmAndStart(deps: FreshStartDeps): Promise<FreshStart | undefined> {
  const { prompts, start } = deps;
  try {
    return { address: await start(), aside: undefined };
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  const fresh = l10n.t('Back Up and Reset');
  const question = l10n.t(
    'The built-in emulator’s data is damaged, unreadable, or from another version.',
  );
  const detail = l10n.t('The damaged data is moved to a backup folder, and sample data is loaded.');
  const answer = await prompts.confirm(question, { detail, actions: [fresh] });
  return answer === fresh ? await startWithFreshData(deps) : undefined;
}

function isDataError(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'emulatorData';
}

function freshText(aside: string): string {
  return l10n.t(
    'The built-in emulator’s data was damaged. It was backed up in {0}, and the emulator starts again with sample data.',
    aside,
  );
}

async function confirmed(
  { prompts }: FreshStartDeps,
  question: string,
  yes: string,
): Promise<boolean> {
  const detail = l10n.t('Everything you created in the emulator will be deleted.');
  return (await prompts.confirm(question, { detail, actions: [yes] })) === yes;
}

async function chooseSeed({ prompts }: FreshStartDeps): Promise<Seed | undefined> {
  return await prompts.pick<Seed>(
    {
      title: l10n.t('Load Sample Data into Emulator'),
      placeholder: l10n.t('Select the initial data for the emulator'),
    },
    [
      {
        label: l10n.t('Demo'),
        description: l10n.t('Sample resources of every type'),
        value: 'demo',
      },
      {
        label: l10n.t('Empty'),
        description: l10n.t('Models only'),
        value: 'empty',
      },
    ],
  );
}
