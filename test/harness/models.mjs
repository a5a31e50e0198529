// `npm run models` lists what to look at again in src/api/models.json; it changes nothing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMain } from './main.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {{ id: string, stage: string, shutdown?: string, successor?: string, standsFor?: { model: string }, prices?: { until?: string }, sources: string[] }} Row */

/** A row is old if its newest source is, in days. */
const OLD = 60;

/**
 * @param {readonly Row[]} models
 * @param {string} today Such as `2026-11-28`.
 * @returns {string[]} A line for each thing to look at, by the kind of thing.
 */
export function reviewList(models, today) {
  const ids = new Set(models.map(({ id }) => id));
  const oldest = new Date(Date.parse(today) - OLD * 86_400_000).toISOString().slice(0, 10);
  // Nothing changes any more about models that have ended.
  const served = models.filter(({ stage }) => stage !== 'shut down' && stage !== 'legacy');
  return [
    ...served
      .filter(({ shutdown }) => shutdown !== undefined && shutdown < today)
      .map(({ id, stage, shutdown }) => `${id}: ended on ${shutdown}, and is ${stage}`),
    ...served
      .filter(({ prices }) => prices?.until !== undefined && prices.until < today)
      .map(({ id, prices }) => `${id}: prices until ${prices?.until} can go`),
    ...models.flatMap(({ id, standsFor, successor }) =>
      [standsFor?.model, successor]
        .filter((name) => name !== undefined && !ids.has(name))
        .map((name) => `${id}: leads to ${name}, which is not known`),
    ),
    ...served
      .map(({ id, sources }) => ({ id, newest: newestDate(sources) }))
      .filter(({ newest }) => newest < oldest)
      .map(({ id, newest }) => `${id}: newest source of ${newest}`),
  ];
}

/**
 * A month without a day counts as its last day.
 * @param {readonly string[]} sources Such as `changelog 2026-10-08`.
 */
function newestDate(sources) {
  const dates = sources.map((source) => source.split(' ')[1] ?? '');
  return (
    dates
      .map((date) => (date.length === 7 ? `${date}-31` : date))
      .toSorted()
      .at(-1) ?? ''
  );
}

if (isMain(import.meta.url)) {
  const pack = JSON.parse(await readFile(join(ROOT, 'src/api/models.json'), 'utf8'));
  const lines = reviewList(pack.models, new Date().toISOString().slice(0, 10));
  console.log(lines.length === 0 ? 'Nothing to review.' : lines.join('\n'));
}
