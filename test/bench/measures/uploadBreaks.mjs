import { join } from 'node:path';
import { bundle } from '../upload/bundle.mjs';
import { emptyFile, fullFile } from '../upload/localFile.mjs';
import { byClient, byQueue, sendInTwo, sendOwn } from '../upload/own.mjs';
import { sendOnce } from '../upload/speed.mjs';
import { isRestless, lowest } from '../verdict.mjs';
import { withSink } from '../upload/withSink.mjs';

/** @typedef {import('../upload/sink.mjs').Sink} Sink */
/** @typedef {import('../upload/clients/client.mjs').LocalFile} LocalFile */
/** @typedef {import('../upload/own.mjs').OwnUpload} OwnUpload */

const MIB = 1024 ** 2;

/**
 * Ours over connections that break. Shares in per cent of the file.
 * @typedef {object} BreakFigures
 * @property {number} resent Three resets: what was sent again.
 * @property {number} time Three resets: time without the waits, in times of a client that goes on at once.
 * @property {boolean} isRestless Whether the machine was too busy for the time to say anything.
 * @property {number} survived Files that are whole after everything that may happen: 1, or none.
 * @property {number} survivedResent
 * @property {number} begun How often an upload was begun whose last answer was lost; Infinity where nobody asked for it.
 * @property {number} crashResent A process killed half-way: what the next one sent again; the worst.
 * @property {number} queueResent The same where the queue of the extension remembers the upload.
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<BreakFigures>}
 */
export const measureUploadBreaks = ({ heavy, rounds, progress }) =>
  withSink(async (sink, folder, reader) => {
    const file = await emptyFile(folder, 256, reader);
    progress('three resets');
    const resets = await measureResets(sink, file, rounds);
    progress('everything at once');
    const all = await measureAll(sink, await fullFile(folder, 256 * MIB, reader), heavy);
    progress('a lost answer');
    const begun = await measureLostAnswer(sink, file);
    progress('a crash');
    const large = heavy ? await emptyFile(folder, 1024, reader) : file;
    const crashResent = await measureCrash(sink, large, rounds, () => byClient(sink, large));
    progress('a crash of the queue');
    const queue = await bundle('uploadQueue', folder);
    const queueResent = await measureCrash(sink, large, rounds, (round) =>
      byQueue(sink, { queue, path: large.path, folder: join(folder, `window-${round}`) }),
    );
    return { ...resets, ...all, begun, crashResent, queueResent };
  });

/** @param {LocalFile} file @param {number} received In bytes. */
const resentOf = ({ size }, received) => ((received - size) / size) * 100;

/** @param {LocalFile} file @param {number} share @param {import('../upload/server/plan.mjs').Break['kind']} kind */
const breakAt = ({ size }, share, kind) => ({ at: Math.round(size * share), kind });

/**
 * @param {Sink} sink
 * @param {LocalFile} file
 * @param {number} rounds
 */
async function measureResets(sink, file, rounds) {
  const breaks = [0.1, 0.4, 0.7].map((share) => breakAt(file, share, 'reset'));
  /** @type {number[]} */
  const reference = [];
  /** @type {(OwnUpload & { resent: number })[]} */
  const ours = [];
  for (let round = 0; round < rounds; round += 1) {
    reference.push((await sendOnce(sink, file, 'streamed', { breaks })).ms);
    await sink.expect({ breaks });
    const own = await sendOwn(sink, { file });
    ours.push({ ...own, resent: resentOf(file, (await sink.seen()).received) });
  }
  return {
    resent: Math.max(...ours.map((one) => one.resent)),
    time: lowest(ours.map(({ ms, waited }) => ms - waited)) / lowest(reference),
    isRestless: isRestless(lowest(reference), Math.max(...reference)),
  };
}

/**
 * Resets, a busy service, a token that expires, a pause, and in the end a process that is killed.
 * @param {Sink} sink
 * @param {LocalFile & { digest: string }} file
 * @param {boolean} heavy
 */
async function measureAll(sink, { digest, ...file }, heavy) {
  const breaks = [
    ...[0.1, 0.2, 0.3].map((share) => breakAt(file, share, 'reset')),
    breakAt(file, 0.4, 'unavailable'),
    breakAt(file, 0.5, 'unauthorized'),
    { ...breakAt(file, 0.6, 'pause'), ms: heavy ? 60_000 : 3_000 },
    breakAt(file, 0.7, 'tell'),
    breakAt(file, 0.8, 'reset'),
  ];
  await sink.expect({ breaks, digests: true });
  await sendInTwo(sink, byClient(sink, file));
  const { received, digests } = await sink.seen();
  return {
    survived: digests.join() === digest ? 1 : 0,
    survivedResent: resentOf(file, received),
  };
}

/** @param {Sink} sink @param {LocalFile} file */
async function measureLostAnswer(sink, file) {
  await sink.expect({ losesAnswer: true });
  const { name } = await sendOwn(sink, { file });
  const { commands, received } = await sink.seen();
  const has = (/** @type {string} */ wanted) =>
    commands.filter(({ command }) => command === wanted).length;
  const isRecovered = name !== '' && has('query') > 0 && received === file.size;
  return isRecovered ? has('start') : Infinity;
}

/**
 * @param {Sink} sink
 * @param {LocalFile} file
 * @param {number} rounds
 * @param {(round: number) => import('../upload/own.mjs').Send} by
 */
async function measureCrash(sink, file, rounds, by) {
  const resent = [];
  for (let round = 0; round < rounds; round += 1) {
    await sink.expect({ breaks: [breakAt(file, 0.5, 'tell')] });
    await sendInTwo(sink, by(round));
    const { received, digests, commands } = await sink.seen();
    const begun = commands.filter(({ command }) => command === 'start').length;
    resent.push(digests.length === 1 && begun === 1 ? resentOf(file, received) : Infinity);
  }
  return Math.max(...resent);
}
