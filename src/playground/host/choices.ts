import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { PickItem, PickOptions, Prompts } from '../../platform/prompts';
import type { Choice, ChoiceList } from '../../conversation/model/calls';

/** Something to choose from, whoever shows it: VS Code's own list, or one beside a button of the panel. */
export interface Choices {
  readonly title: string;
  readonly placeholder?: string;
  /** Never rejects because of the service: what could not be listed says so in a row. */
  readonly rows: () => Promise<readonly ChoiceRow[]>;
}

export interface ChoiceRow extends Choice {
  /**
   * Answers the list that it leads to; else does what it is for, and answers whether something came of it.
   * @param typed what the user searched for
   */
  readonly choose: (typed: string) => Promise<Choices | boolean>;
}

/** Lets the user choose from VS Code's own list, and from those that it leads to; answers whether that was done. */
export async function pickFrom(prompts: Pick<Prompts, 'pick'>, first: Choices): Promise<boolean> {
  let next: Choices | boolean = first;
  while (typeof next === 'object') {
    const { title, placeholder, rows }: Choices = next;
    const options: PickOptions<ChoiceRow> = {
      title,
      ...(placeholder !== undefined && { placeholder }),
    };
    const row: ChoiceRow | undefined = await prompts.pick(options, rows().then(pickItems));
    if (!row) return false;
    next = await row.choose('');
  }
  return next;
}

function pickItems(rows: readonly ChoiceRow[]): readonly PickItem<ChoiceRow>[] {
  return rows.map((row) => ({
    label: row.label,
    ...(row.description !== undefined && { description: row.description }),
    ...(row.detail !== undefined && { detail: row.detail }),
    ...(row.icon !== undefined && { icon: row.icon }),
    ...(row.isCurrent !== undefined && { active: row.isCurrent }),
    ...(row.separator !== undefined && { separator: row.separator }),
    value: row,
  }));
}

/** The list that rows lead to, by their ids. Throws `AppError` where one of them is not there (any more). */
export async function choicesAt(first: Choices, path: readonly string[]): Promise<Choices> {
  let choices = first;
  for (const id of path) {
    const row = await rowOf(choices, id);
    const next = row.leads === true && (await row.choose(''));
    if (typeof next !== 'object') throw gone();
    choices = next;
  }
  return choices;
}

/** A row by its id. Throws `AppError` where it is not there (any more). */
export async function rowOf(choices: Choices, id: string): Promise<ChoiceRow> {
  const row = (await choices.rows()).find((other) => other.id === id);
  if (!row) throw gone();
  return row;
}

function gone(): AppError {
  return new AppError('gone', l10n.t('This option is no longer available.'));
}

/** Rows with a line before the first of them. */
export function separated(rows: readonly ChoiceRow[], separator: string): readonly ChoiceRow[] {
  return rows.map((row, index) => (index === 0 ? { ...row, separator } : row));
}

/** A list as the panel is told it. */
export async function shownChoices({ title, placeholder, rows }: Choices): Promise<ChoiceList> {
  return {
    title,
    ...(placeholder !== undefined && { placeholder }),
    rows: (await rows()).map(({ choose: _, ...row }) => row),
  };
}
