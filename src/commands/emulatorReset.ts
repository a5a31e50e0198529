import * as l10n from '@vscode/l10n';
import { rename } from 'node:fs/promises';
import { AppError } from '../base/errors';
import type { Prompts } from '../platform/prompts';
import type { EmulatorAddress } from '../service/emulator';
import type { EmulatorActions } from '../service/emulatorControl';

type Seed = EmulatorActions['seed']['seed'];

export interface FreshStartDeps {
  readonly prompts: Pick<Prompts, 'pick' | 'confirm' | 'notify'>;
  /** Starts the emulator where it does not run. Throws `emulatorData` where its data is damaged. */
  readonly start: () => Promise<EmulatorAddress>;
  /** Takes the data away, and says where it is now. */
  readonly setAside: () => Promise<string>;
  /** Lets everything that shows the data of the emulator ask for it again. */
  readonly onReplaced: () => Promise<void>;
}

export interface EmulatorResetDeps extends FreshStartDeps {
  readonly control: <A extends keyof EmulatorActions>(
    address: EmulatorAddress,
    action: A,
    body: EmulatorActions[A],
  ) => Promise<void>;
}

/** Puts the data of the emulator back to its seed, also of one that does not run or has damaged data. */
export async function resetEmulator(deps: EmulatorResetDeps): Promise<void> {
  const { prompts, control, onReplaced } = deps;
  const question = l10n.t('Reset the built-in emulator to its seed?');
  if (!(await confirmed(deps, question, l10n.t('Reset')))) return;
  const { address, aside } = await startFresh(deps);
  if (aside === undefined) await control(address, 'reset', {});
  await onReplaced();
  const done =
    aside === undefined ? l10n.t('The built-in emulator was reset to its seed.') : freshText(aside);
  void prompts.notify('info', done);
}

/** Replaces the data of the emulator with the seed that the user chooses. */
export async function seedEmulator(deps: EmulatorResetDeps): Promise<void> {
  const { prompts, control, onReplaced } = deps;
  const seed = await chooseSeed(deps);
  if (!seed) return;
  const question = l10n.t(
    'Replace the data of the built-in emulator with the seed “{0}”?',
    seed === 'demo' ? l10n.t('Demo') : l10n.t('Empty'),
  );
  if (!(await confirmed(deps, question, l10n.t('Replace')))) return;
  const fresh = await startAsked(deps);
  if (!fresh) return;
  await control(fresh.address, 'seed', { seed });
  await onReplaced();
  const done =
    fresh.aside === undefined
      ? l10n.t('The data of the built-in emulator was replaced with the seed.')
      : l10n.t(
          'The data of the built-in emulator was replaced with the seed. The damaged data is now in {0}.',
          fresh.aside,
        );
  void prompts.notify('info', done);
}

/** Says that the data is damaged, where something else than a reset came upon it. */
export async function offerFreshStart(deps: FreshStartDeps): Promise<void> {
  const { prompts, onReplaced } = deps;
  const fresh = l10n.t('Set Aside and Start Fresh');
  const message = l10n.t(
    'The data of the built-in emulator is damaged, of another version, or not readable. Set it aside to start with the demo data again.',
  );
  if ((await prompts.notify('error', message, fresh)) !== fresh) return;
  const { aside } = await startFresh(deps);
  await onReplaced();
  const done =
    aside === undefined
      ? l10n.t('The built-in emulator runs again. Its data is in order, and was not set aside.')
      : freshText(aside);
  void prompts.notify('info', done);
}

/** What was kept stays beside, for whoever wants to look into it. */
export async function setAside(data: string, now: Date): Promise<string> {
  const aside = `${data}-${now.toISOString().replace(/\W/g, '')}`;
  try {
    await rename(data, aside);
    return aside;
  } catch (cause) {
    throw new AppError('emulatorAside', l10n.t('The folder {0} could not be renamed.', data), {
      hint: l10n.t('Close other windows that use the built-in emulator, and try again.'),
      cause,
    });
  }
}

interface FreshStart {
  readonly address: EmulatorAddress;
  /** Where the damaged data is now; nothing where it was in order. */
  readonly aside: string | undefined;
}

/** Tries the data once more first: a notification may be old, and another window may have mended it. */
async function startFresh({ start, setAside: takeAway }: FreshStartDeps): Promise<FreshStart> {
  try {
    return { address: await start(), aside: undefined };
  } catch (error) {
    if (!isOfData(error)) throw error;
    const aside = await takeAway();
    return { address: await start(), aside };
  }
}

/** The same after a question, where there is anything to ask; nothing where the answer is no. */
async function startAsked(deps: FreshStartDeps): Promise<FreshStart | undefined> {
  const { prompts, start } = deps;
  try {
    return { address: await start(), aside: undefined };
  } catch (error) {
    if (!isOfData(error)) throw error;
  }
  const fresh = l10n.t('Set Aside and Start Fresh');
  const question = l10n.t(
    'The data of the built-in emulator is damaged, of another version, or not readable.',
  );
  const detail = l10n.t('It is kept in a folder of its own before the seed takes its place.');
  const answer = await prompts.confirm(question, { detail, actions: [fresh] });
  return answer === fresh ? await startFresh(deps) : undefined;
}

function isOfData(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'emulatorData';
}

function freshText(aside: string): string {
  return l10n.t(
    'The data of the built-in emulator was damaged. It was set aside in {0}, and the emulator begins with the demo data again.',
    aside,
  );
}

async function confirmed(
  { prompts }: FreshStartDeps,
  question: string,
  yes: string,
): Promise<boolean> {
  const detail = l10n.t('Everything that you created in the emulator is deleted.');
  return (await prompts.confirm(question, { detail, actions: [yes] })) === yes;
}

async function chooseSeed({ prompts }: FreshStartDeps): Promise<Seed | undefined> {
  return await prompts.pick<Seed>(
    {
      title: l10n.t('Seed Emulator'),
      placeholder: l10n.t('What the built-in emulator begins with'),
    },
    [
      {
        label: l10n.t('Demo'),
        description: l10n.t('Something of every kind to browse'),
        value: 'demo',
      },
      {
        label: l10n.t('Empty'),
        description: l10n.t('Models only, no resources'),
        value: 'empty',
      },
    ],
  );
}
