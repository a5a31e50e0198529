import { CLIENTS } from './clients/table.mjs';
import { growthExponent, lowest } from './verdict.mjs';

/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./goals.mjs').Results} Results */
/** @typedef {import('./measures/streams.mjs').StreamFigures} StreamFigures */

/**
 * @param {Results} results
 * @param {string} name Of the case.
 * @param {string} client
 * @returns {StreamFigures}
 */
export function figuresOf(results, name, client) {
  const figures = results.streams[name]?.[client];
  if (figures === undefined) throw new Error(`${client} was not measured in ${name}.`);
  return figures;
}

/**
 * CPU per MB of the cheapest limit proxy of the run.
 * @param {Results} results
 * @param {string} name
 */
export function limitCpu(results, name) {
  const limits = Object.keys(results.streams[name] ?? {}).filter(
    (client) => CLIENTS[client]?.role === 'limit',
  );
  return lowest(limits.map((client) => figuresOf(results, name, client).cpuPerMb));
}

/**
 * @param {string} client
 * @param {'cpuPerMb' | 'eventsPerSecond'} figure
 * @param {string} name
 * @returns {(results: Results) => number} Theirs, in terms of ours.
 */
const against = (client, figure, name) => (results) =>
  figuresOf(results, name, client)[figure] / figuresOf(results, name, 'ours')[figure];

/**
 * @param {string} small Name of a case; 5 MB.
 * @param {string} large 20 MB.
 * @returns {(results: Results) => number}
 */
const growth = (small, large) => (results) =>
  growthExponent(
    [5, figuresOf(results, small, 'ours').cpu],
    [20, figuresOf(results, large, 'ours').cpu],
  );

/**
 * @param {string} name Of the case.
 * @param {string} what
 * @param {number} most
 * @param {string} [client]
 * @returns {Goal}
 */
const timesTheLimit = (name, what, most, client = 'ours') => ({
  id: client === 'ours' ? 'S1' : 'S9',
  what: `CPU per MB, ${what}`,
  bound: { most },
  unit: '× limit',
  needs: [name],
  figure: (results) => figuresOf(results, name, client).cpuPerMb / limitCpu(results, name),
});

/** @type {readonly Goal[]} */
export const STREAM_GOALS = [
  timesTheLimit('events', '20 000 events', 1.15),
  timesTheLimit('events16k', 'the same in 16 KiB chunks', 1.15),
  timesTheLimit('image5', 'one event of 5 MB', 1.3),
  {
    id: 'S2',
    what: 'CPU of @google/genai, 20 000 events',
    bound: { least: 6 },
    unit: '× ours',
    needs: ['events'],
    figure: against('genai', 'cpuPerMb', 'events'),
  },
  {
    id: 'S2',
    what: 'CPU of @google/genai, one event of 5 MB',
    bound: { least: 10 },
    unit: '× ours',
    needs: ['image5'],
    figure: against('genai', 'cpuPerMb', 'image5'),
  },
  {
    id: 'S2',
    what: 'speed beside eventsource-parser, 20 000 events',
    bound: { least: 0.9 },
    unit: '× theirs',
    needs: ['events'],
    figure: (results) => 1 / against('eventsourceParser', 'eventsPerSecond', 'events')(results),
  },
  {
    id: 'S2',
    what: 'speed beside eventsource-parser, one event of 5 MB',
    bound: { least: 1.2 },
    unit: '× theirs',
    needs: ['image5'],
    figure: (results) => 1 / against('eventsourceParser', 'eventsPerSecond', 'image5')(results),
  },
  {
    id: 'S3',
    what: 'growth from 5 to 20 MB, 16 KiB chunks',
    bound: { most: 1.15 },
    unit: '',
    needs: ['image5', 'image20'],
    figure: growth('image5', 'image20'),
  },
  {
    id: 'S3',
    what: 'growth from 5 to 20 MB, 1 KiB chunks',
    bound: { most: 1.15 },
    unit: '',
    needs: ['image5k', 'image20k'],
    figure: growth('image5k', 'image20k'),
  },
  {
    id: 'S4',
    what: 'warm first event: over 1.3 × undici drain',
    bound: { most: 0.5 },
    unit: 'ms',
    needs: ['events'],
    figure: (results) =>
      figuresOf(results, 'events', 'ours').warmTtfe -
      1.3 * figuresOf(results, 'events', 'drain').warmTtfe,
  },
  {
    id: 'S4',
    what: 'cold first event, loading included',
    bound: { most: 60 },
    unit: 'ms',
    needs: ['events'],
    figure: (results) => figuresOf(results, 'events', 'ours').coldTtfe,
  },
  {
    id: 'S5',
    what: 'longest stall, 20 000 events',
    bound: { most: 10 },
    unit: 'ms',
    needs: ['events'],
    figure: (results) => figuresOf(results, 'events', 'ours').stall,
  },
  {
    id: 'S5',
    what: 'longest stall, one event of 5 MB',
    bound: { most: 10 },
    unit: 'ms',
    needs: ['image5'],
    figure: (results) => figuresOf(results, 'image5', 'ours').stall,
  },
  {
    id: 'S6',
    what: 'peak memory over undici drain',
    bound: { most: 20 },
    unit: 'MB',
    needs: ['events'],
    figure: (results) =>
      figuresOf(results, 'events', 'ours').rss - figuresOf(results, 'events', 'drain').rss,
  },
  timesTheLimit('interaction', '20 000 events of an interaction', 1.15, 'oursInteraction'),
  {
    id: 'S9',
    what: 'CPU of @google/genai, 20 000 events of an interaction',
    bound: { least: 5 },
    unit: '× ours',
    needs: ['interaction'],
    figure: (results) =>
      figuresOf(results, 'interaction', 'genaiInteraction').cpuPerMb /
      figuresOf(results, 'interaction', 'oursInteraction').cpuPerMb,
  },
];
