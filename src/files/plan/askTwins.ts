import { textAt } from '../../base/json';
import type { FilesRoom } from '../room';
import type { Looked } from './look';
import { shortName } from './shortName';

/** What becomes of a file that the service has already. */
export type TwinChoice = 'use' | 'again' | 'skip';

/** The answers for all that are there already; undefined when dismissed. */
export async function askTwins(
  room: Pick<FilesRoom, 'prompts' | 'l10n'>,
  files: readonly Looked[],
): Promise<ReadonlyMap<Looked, TwinChoice> | undefined> {
  const twins = files.filter(({ twin }) => twin !== undefined);
  const answers = new Map<Looked, TwinChoice>();
  for (const [index, file] of twins.entries()) {
    const rest = twins.slice(index);
    const answer = await askOne(room, file, rest.length);
    if (!answer) return undefined;
    const answered = answer.isForAll ? rest : [file];
    for (const one of answered) answers.set(one, answer.choice);
    if (answer.isForAll) break;
  }
  return answers;
}

interface Answer {
  readonly choice: TwinChoice;
  readonly isForAll: boolean;
}

async function askOne(
  { prompts, l10n }: Pick<FilesRoom, 'prompts' | 'l10n'>,
  { displayName, twin, mimeType }: Looked,
  left: number,
): Promise<Answer | undefined> {
  const name = twin ? shortName(textAt(twin, 'displayName') || textAt(twin, 'name')) : '';
  const type = twin ? shortName(textAt(twin, 'mimeType')) : '';
  // A model may read it as something else than what would be uploaded.
  const there = type === '' || type === mimeType ? name : `${name} · ${type}`;
  const row = (label: string, icon: string, choice: TwinChoice, isForAll: boolean) => ({
    ...{ label, icon },
    value: { choice, isForAll },
  });
  return await prompts.pick<Answer>(
    {
      title: l10n.t('{0} Is There Already', shortName(displayName)),
      placeholder: l10n.t('A file with the same content is there'),
    },
    [
      { ...row(l10n.t('Use It'), 'check', 'use', false), description: there },
      row(l10n.t('Upload Again'), 'cloud-upload', 'again', false),
      row(l10n.t('Skip'), 'close', 'skip', false),
      ...(left > 1
        ? [
            {
              ...row(l10n.t('Use Them for All {0}', left), 'check-all', 'use', true),
              separator: '',
            },
            row(l10n.t('Upload All {0} Again', left), 'cloud-upload', 'again', true),
            row(l10n.t('Skip All {0}', left), 'close-all', 'skip', true),
          ]
        : []),
    ],
  );
}
