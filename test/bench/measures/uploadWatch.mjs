import { setTimeout as pause } from 'node:timers/promises';
import { emptyFile } from '../upload/localFile.mjs';
import { sendOwn } from '../upload/own.mjs';
import { withSink } from '../upload/withSink.mjs';

/** @typedef {import('../upload/sink.mjs').Sink} Sink */
/** @typedef {import('../upload/clients/client.mjs').LocalFile} LocalFile */

const MIB = 1024 ** 2;

/** Longest time that a command may take to come after a cancellation, in ms. */
const LATE = 5_000;

/**
 * What somebody sees who watches an upload, and ends it.
 * @typedef {object} WatchFigures
 * @property {number} events In the busiest second, the last one of the upload left out.
 * @property {number} stops From a cancellation to the last byte that the server reads, in ms; the worst.
 * @property {number} told From a cancellation until the server is told, in ms; the worst, also over a slow connection,
 *   where the last bytes say nothing of us: what the system has taken goes out whatever we do. Infinity where it never
 *   is.
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<WatchFigures>}
 */
export const measureUploadWatch = ({ rounds, progress }) =>
  withSink(async (sink, folder, reader) => {
    progress('progress of a slow upload');
    const slow = await emptyFile(folder, 64, reader);
    await sink.expect({ rate: 16 * MIB });
    const { progress: times } = await sendOwn(sink, { file: slow });
    const fast = await emptyFile(folder, 256, reader);
    progress('cancellations');
    const atFull = await measureStops(sink, { file: fast, cancelAt: 64 * MIB }, rounds);
    const rate = 4 * MIB;
    const atRate = await measureStops(sink, { file: fast, cancelAt: 8 * MIB }, rounds, { rate });
    return {
      events: busiestSecond(times.slice(0, -1)),
      stops: Math.max(...atFull.map((one) => one.stopped)),
      told: Math.max(...[...atFull, ...atRate].map((one) => one.told)),
    };
  });

/**
 * @param {Sink} sink
 * @param {{ file: LocalFile, cancelAt: number }} job
 * @param {number} rounds
 * @param {import('../upload/sink.mjs').Plan} [plan]
 */
async function measureStops(sink, job, rounds, plan) {
  const stops = [];
  for (let round = 0; round < rounds; round += 1) {
    await sink.expect(plan);
    const { name, cancelledAt } = await sendOwn(sink, job);
    if (name !== '') throw new Error('The upload was over before it was canceled.');
    const toldAt = await whenTold(sink);
    const { lastByteAt } = await sink.seen();
    stops.push({ stopped: Math.max(0, lastByteAt - cancelledAt), told: toldAt - cancelledAt });
  }
  return stops;
}

/** @param {Sink} sink @returns {Promise<number>} In ms since 1970; Infinity where it never is. */
async function whenTold(sink) {
  for (const until = performance.now() + LATE; performance.now() < until; await pause(20)) {
    const { commands } = await sink.seen();
    const cancel = commands.find(({ command }) => command === 'cancel');
    if (cancel !== undefined) return cancel.at;
  }
  return Infinity;
}

/** @param {readonly number[]} times In ms. @returns {number} The most of them in any second. */
function busiestSecond(times) {
  return Math.max(
    0,
    ...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length),
  );
}
