import { AppError } from '../../base/errors';
import type { Room } from '../room';
import { askForColumns } from './askForColumns';
import type { Example } from './example';
import { lint, type Lint } from './lint';
import { readExamples, toExample } from './readExamples';
import type { SourceFile } from '../../platform/localFiles';

/** Examples that can be sent, and the file that they are of. */
export interface Examples {
  readonly file: SourceFile;
  readonly examples: readonly Example[];
}

/** Asks for a file and its columns, and looks through it; undefined when dismissed, or to mend the file first. */
export async function askForExamples(room: Room): Promise<Examples | undefined> {
  const { l10n, localFiles, progress } = room;
  const file = await localFiles.pick({
    title: l10n.t('Examples to Learn From'),
    label: l10n.t('Read'),
    filter: { name: l10n.t('Tables'), extensions: ['csv', 'tsv', 'jsonl', 'ndjson'] },
  });
  if (!file) return undefined;
  const records = await progress(l10n.t('Reading {0}', file.name), (signal) =>
    readExamples(file, l10n, signal),
  );
  const mapping = await askForColumns(room, file.name, records);
  if (!mapping) return undefined;
  const found = lint(
    records.map((record) => toExample(record, mapping, l10n)),
    l10n,
  );
  room.fileProblems.set(file.uri, found.problems);
  const isWanted = found.bad === 0 || (await confirmWithout(room, file, found));
  return isWanted ? { file, examples: found.good } : undefined;
}

/** Whether to go on without the bad rows. Throws where nothing would be left. */
async function confirmWithout(
  { l10n, prompts, fileProblems }: Room,
  file: SourceFile,
  { good, bad, problems }: Lint,
): Promise<boolean> {
  const said = problems.filter(({ severity }) => severity === 'error').slice(0, 5);
  const detail = said.map(({ line, message }) => l10n.t('Line {0}: {1}', line, message));
  if (bad > said.length) detail.push(l10n.t('And {0} more.', bad - said.length));
  if (good.length === 0) {
    await fileProblems.show(file.uri);
    throw new AppError('noExamples', l10n.t('{0} has no example that can be used.', file.name), {
      hint: l10n.t('What is wrong with each row stands among the problems.'),
    });
  }
  const leave = l10n.t('Leave Them Out');
  const show = l10n.t('Show Problems');
  const text = l10n.t('{0} of {1} examples can’t be used.', bad, bad + good.length);
  const answer = await prompts.confirm(text, {
    detail: detail.join('\n'),
    actions: [leave, show],
  });
  if (answer === show) await fileProblems.show(file.uri);
  return answer === leave;
}
