import * as l10n from '@vscode/l10n';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import type { Prompts } from './prompts';
import type { System } from './system';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** In seconds. */
const TIMES = [HOUR, 6 * HOUR, DAY, 7 * DAY] as const;

const MAX_DAYS = 365;

interface ExpirationTexts {
  readonly title: string;
  readonly other: string;
}

/** Asks for the new expiration of cached content. Returns seconds, or undefined if dismissed. */
export async function askExpiration(
  prompts: Pick<Prompts, 'pick' | 'input'>,
  { title, other }: ExpirationTexts,
): Promise<number | undefined> {
  const labels: readonly string[] = [
    l10n.t('1 hour'),
    l10n.t('6 hours'),
    l10n.t('1 day'),
    l10n.t('7 days'),
  ];
  const items = [
    ...TIMES.map((value, at) => ({ label: labels[at] ?? '', value })),
    { label: l10n.t('Custom…'), value: 0 },
  ];
  const placeholder = l10n.t('Cached content is billed per token and hour');
  const chosen = await prompts.pick({ title, placeholder }, items);
  if (chosen !== 0) return chosen;
  const hours = await prompts.input({
    title: other,
    prompt: l10n.t('Enter a number of hours'),
    value: '1',
    validate: (value) =>
      hoursOf(value) === undefined
        ? l10n.t('Enter a number of hours greater than 0 and up to {0}.', MAX_DAYS * 24)
        : undefined,
  });
  const wanted = hours === undefined ? undefined : hoursOf(hours);
  return wanted === undefined ? undefined : Math.max(1, Math.round(wanted * HOUR));
}

function hoursOf(value: string): number | undefined {
  const hours = Number(value.trim() || Number.NaN);
  return hours > 0 && hours <= MAX_DAYS * 24 ? hours : undefined;
}

export interface SecretDeps {
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly system: Pick<System, 'copy'>;
}

/**
 * Shows a secret that the API returns only once. The secret is never stored; a user who doesn't copy it
 * needs a new one.
 * @param about a sentence about its purpose.
 * @param after a sentence of advice if it is lost.
 */
export async function showSecretOnce(
  { prompts, system }: SecretDeps,
  secret: string,
  { about, after }: { readonly about: string; readonly after: string },
): Promise<void> {
  const copy = l10n.t('Copy');
  const told = l10n.t('Copy it now. It won’t be shown again.');
  const detail = `${secret}\n\n${told} ${after}`;
  const answer = await prompts.confirm(about, { detail, actions: [copy] });
  if (answer === copy) await system.copy(secret);
}

interface FormContext {
  readonly prompts: Prompts;
}

interface MetadataQuestion {
  readonly title: string;
  readonly before?: unknown;
  /** Maximum number of keys. */
  readonly most: number;
  /** Maximum number of values per list. */
  readonly mostValues: number;
}

/** Asks for keys and values until the user finishes. */
export async function askForMetadata(
  context: FormContext,
  { title, before, most, mostValues }: MetadataQuestion,
): Promise<readonly JsonObject[] | undefined> {
  const { prompts } = context;
  const entries: JsonObject[] = items(before).filter(isObject);
  while (entries.length < most) {
    const keys = entries.map((entry) => textAt(entry, 'key')).join(', ');
    const kind = await prompts.pick(
      {
        title,
        placeholder:
          keys === '' ? l10n.t('Add metadata for filtering') : l10n.t('Current: {0}', keys),
      },
      [
        { label: l10n.t('Continue'), icon: 'arrow-right', value: 'done' },
        { label: l10n.t('Add String'), icon: 'symbol-string', value: 'text', separator: '' },
        { label: l10n.t('Add Number'), icon: 'symbol-number', value: 'number' },
        { label: l10n.t('Add String List'), icon: 'symbol-array', value: 'list' },
      ] as const,
    );
    if (kind === undefined) return undefined;
    if (kind === 'done') break;
    const entry = await askForEntry(context, kind, title, mostValues);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Asks for one entry. Undefined if dismissed, which keeps the others. */
async function askForEntry(
  { prompts }: FormContext,
  kind: 'text' | 'number' | 'list',
  title: string,
  mostValues: number,
): Promise<JsonObject | undefined> {
  const needed = (value: string): string | undefined =>
    value.trim() === '' ? l10n.t('A value is required.') : undefined;
  const key = await prompts.input({ title, prompt: l10n.t('Key'), validate: needed });
  if (key === undefined) return undefined;
  const isNumber = (value: string): boolean =>
    value.trim() !== '' && Number.isFinite(Number(value));
  const value = await prompts.input({
    title,
    prompt:
      kind === 'list'
        ? l10n.t('Enter values for {0}, separated by commas', key)
        : l10n.t('Enter a value for {0}', key),
    validate: (text) => {
      if (kind === 'number' && !isNumber(text)) return l10n.t('Enter a number.');
      if (kind === 'list' && valuesOf(text).length > mostValues) {
        return l10n.t('Enter up to {0} values.', mostValues);
      }
      return needed(text);
    },
  });
  if (value === undefined) return undefined;
  if (kind === 'text') return { key, stringValue: value };
  if (kind === 'number') return { key, numericValue: Number(value) };
  return { key, stringListValue: { values: valuesOf(value) } };
}

function valuesOf(text: string): readonly string[] {
  const values = text.split(',').map((one) => one.trim());
  return values.filter((one) => one !== '');
}
