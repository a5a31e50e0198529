import { AppError } from '../../base/errors';
import { timeLeft } from '../../base/format';
import type { Connection } from '../../service/connection';
import { shortName } from '../plan/shortName';
import type { Remembered } from '../remembered';
import type { FilesRoom } from '../room';

const HOUR = 3_600_000;

/** Asks for one of the files that this machine has sent, those that are gone from the service first. */
export async function chooseRemembered(
  {
    remembered,
    prompts,
    l10n,
    clock,
  }: Pick<FilesRoom, 'remembered' | 'prompts' | 'l10n' | 'clock'>,
  connection: Connection,
): Promise<Remembered | undefined> {
  const now = clock.now();
  const files = await remembered.list(connection.id);
  if (files.length === 0) {
    throw new AppError('nothingRemembered', l10n.t('This machine has uploaded no files yet.'));
  }
  const isGone = ({ expiresAt }: Remembered): boolean => (expiresAt ?? Infinity) <= now;
  const [gone, there] = [files.filter(isGone), files.filter((file) => !isGone(file))];
  return await prompts.pick<Remembered>(
    { title: l10n.t('Upload Again'), placeholder: l10n.t('A file that this machine has uploaded') },
    [...gone, ...there].map((file) => ({
      label: shortName(file.displayName),
      description: lifeOf(file, now, l10n),
      detail: file.path,
      icon: isGone(file) ? 'history' : 'file',
      value: file,
      ...(file === gone[0] ? { separator: l10n.t('deleted by the service') } : {}),
      ...(file === there[0] ? { separator: l10n.t('still there') } : {}),
    })),
  );
}

function lifeOf({ expiresAt }: Remembered, now: number, l10n: FilesRoom['l10n']): string {
  if (expiresAt === undefined) return '';
  if (expiresAt > now) {
    const { message, args } = timeLeft(expiresAt - now);
    return l10n.t(message, ...args);
  }
  const hours = Math.floor((now - expiresAt) / HOUR);
  const days = Math.floor(hours / 24);
  if (days > 1) return l10n.t('expired {0} days ago', days);
  return hours < 1 ? l10n.t('just expired') : l10n.t('expired {0} h ago', hours);
}
