import * as l10n from '@vscode/l10n';
import type { Prompts } from './prompts';

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
