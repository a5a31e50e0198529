import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { PickItem, PickOptions, Prompts } from '../../platform/prompts';
import type { Choice, ChoiceList } from '../../conversation/model/calls';

/** A list that either a VS Code quick pick or a menu in the panel can show. */
export interface Choices {
  readonly title: string;
  readonly placeholder?: string;
  /** Never rejects because of an API error: a row reports the error instead. */
  readonly rows: () => Promise<readonly ChoiceRow[]>;
}

export interface ChoiceRow extends Choice {
  /**
   * Returns the next list to show, or whether the choice took effect.
   * @param typed search text of the user
   */
  readonly choose: (typed: string) => Promise<Choices | boolean>;
}

/** Lets the user choose from a quick pick and its nested lists. Returns whether a choice took effect. */
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

/** Returns the nested list at these row IDs. Throws `AppError` if a row no longer exists. */
export async function choicesAt(first: Choices, path: readonly string[]): Promise<Choices> {
  let choices = first;
  for (const id of path) {
    const row = await rowOf(choices, id);
    const next = row.leads === true && (await row.choose(''));
    if (typeof next !== 'object') throw goneError();
    choices = next;
  }
  return choices;
}

/** Returns a row by its ID. Throws `AppError` if the row no longer exists. */
export async function rowOf(choices: Choices, id: string): Promise<ChoiceRow> {
  const row = (await choices.rows()).find((other) => other.id === id);
  if (!row) throw goneError();
  return row;
}

function goneError(): AppError {
  return new AppError('gone', l10n.t('This option is no longer available.'));
}

export function withSeparators(
  rows: readonly ChoiceRow[],
  separator: string,
): readonly ChoiceRow[] {
  return rows.map((row, index) => (index === 0 ? { ...row, separator } : row));
}

export async function shownChoices({ title, placeholder, rows }: Choices): Promise<ChoiceList> {
  return {
    title,
    ...(placeholder !== undefined && { placeholder }),
    rows: (await rows()).map(({ choose: _, ...row }) => row),
  };
}
