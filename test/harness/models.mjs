// `npm run models [-- <file or folder>…]` lists what to look at again in src/api/models.json; it changes nothing.
// Recordings and saved model lists in the files and folders may have models that are not in it.
import { readdir, readFile, stat } from 'node:fs/promises';
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
 * The models in recordings and saved model lists that are not in the pack.
 * @param {readonly Pick<Row, 'id'>[]} models
 * @param {readonly { path: string, text: string }[]} files
 * @returns {string[]} A line for each model, with the first file that has it.
 */
export function unknownModels(models, files) {
  const ids = new Set(models.map(({ id }) => id));
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { path, text } of files) {
    for (const [, id = ''] of text.matchAll(MODEL)) {
      if (!ids.has(id) && !found.has(id)) found.set(id, path);
    }
  }
  return [...found].map(([id, path]) => `${id}: in ${path}, and not known`).toSorted();
}

/** A resource name, or the ID in a field such as `model` or `modelVersion`; quotes may be escaped in a body. */
const MODEL =
  /(?:(?<![A-Za-z])models\/|"(?:model|modelVersion|model_version)\\?"\s*:\s*\\?"(?!models\/|tunedModels\/))([a-z][a-z0-9._-]*[a-z0-9])/g;

/** @param {readonly string[]} paths @returns {Promise<{ path: string, text: string }[]>} */
async function textsIn(paths) {
  const texts = [];
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? await readdir(path, { recursive: true }) : [];
    const files = isFolder ? names.map((name) => join(path, name)) : [path];
    for (const file of files.filter((name) => /\.jsonl?$/.test(name))) {
      texts.push({ path: file, text: await readFile(file, 'utf8') });
    }
  }
  return texts;
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
  const lines = [
    ...reviewList(pack.models, new Date().toISOString().slice(0, 10)),
    ...unknownModels(pack.models, await textsIn(process.argv.slice(2))),
  ];
  console.log(lines.length === 0 ? 'Nothing to review.' : lines.join('\n'));
}
