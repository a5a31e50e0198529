import { CASES } from './cases.mjs';
import { CLIENTS } from './clients/table.mjs';
import { limitCpu } from './streamGoals.mjs';
import { UPLOAD_CLIENTS } from './upload/clients/table.mjs';

/** @typedef {import('./goals.mjs').Results} Results */
/** @typedef {{ id: string, what: string, target: string, figure: string, verdict: import('./verdict.mjs').Verdict }} Line */

/**
 * A table of plain text. The first column, and those that hold words, stand left.
 * @param {readonly (readonly string[])[]} rows The first one is the head.
 * @param {readonly number[]} left Columns of words.
 */
export function table(rows, left) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          left.includes(column)
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Three significant digits, without an exponent. @param {number} value */
export function digits(value) {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
  return value.toFixed(size >= 10 ? 1 : 2);
}

/**
 * @param {import('./goals.mjs').Goal} goal
 * @returns {string}
 */
export function targetOf({ bound, unit }) {
  const text = 'most' in bound ? `≤ ${bound.most}` : `≥ ${bound.least}`;
  return `${text} ${unit}`.trimEnd();
}

/** @param {readonly Line[]} lines */
export function goalTable(lines) {
  const rows = lines.map(({ id, what, target, figure, verdict }) => [
    id,
    what,
    target,
    figure,
    verdict,
  ]);
  return table([['goal', 'case', 'target', 'figure', 'verdict'], ...rows], [0, 1, 2, 4]);
}

const HEAD = 'client|events/s|CPU ms/MB|× limit|first event warm|cold|stall ms|memory MB'.split(
  '|',
);

/**
 * The clients of every case, side by side.
 * @param {Results} results
 */
export function clientTables(results) {
  return Object.entries(results.streams)
    .map(([name, clients]) => {
      const limit = limitCpu(results, name);
      const rows = Object.entries(clients).map(([client, one]) => [
        CLIENTS[client]?.title ?? client,
        CLIENTS[client]?.role === 'drain' ? '-' : digits(one.eventsPerSecond),
        ...[one.cpuPerMb, one.cpuPerMb / limit, one.warmTtfe, one.coldTtfe].map(digits),
        ...[one.stall, one.rss].map(digits),
      ]);
      return `${CASES[name]?.title ?? name}\n${table([HEAD, ...rows], [0])}`;
    })
    .join('\n\n');
}

const UPLOAD_HEAD = 'client|ms best|worst|MiB/s|CPU ms/MiB|memory MB|over idle|stall ms'.split('|');

/**
 * Everybody who sends a file, side by side.
 * @param {Results} results
 * @returns {string} Empty where it was not measured.
 */
export function uploadTable({ uploads }) {
  if (uploads === undefined) return '';
  const { mib, clients } = /** @type {import('./measures/uploads.mjs').SpeedFigures} */ (uploads);
  const rows = Object.entries(clients).map(([client, one]) => [
    UPLOAD_CLIENTS[client]?.title ?? client,
    ...[one.ms, one.slowest, one.mibPerSecond, one.cpuPerMib].map(digits),
    ...[one.peak, one.overIdle, one.stall].map(digits),
  ]);
  return `a file of ${mib} MiB\n${table([UPLOAD_HEAD, ...rows], [0])}`;
}
