import { inFreshProcess } from '../child.mjs';

/** @typedef {import('./sink.mjs').Sink} Sink */
/** @typedef {import('../uploadBreakChild.mjs').Job} Job */

/**
 * One of ours. In ms, the moments since 1970.
 * @typedef {object} OwnUpload
 * @property {string} name Of what is there; empty where it was cancelled.
 * @property {number} ms
 * @property {number} waited Of that, before another attempt.
 * @property {number} cancelledAt
 * @property {number} endedAt
 * @property {number[]} progress When it was told.
 */

/**
 * One of ours through the queue of the extension.
 * @typedef {object} QueuedJob
 * @property {string} queue Path of the module that has the queue.
 * @property {string} folder What is kept for the next process.
 * @property {string} path Of the file.
 */

/** @typedef {(goesOn: boolean, options: import('../child.mjs').Options) => Promise<unknown>} Send */

/**
 * The first process is killed where the server is to tell, another one goes on with what it left.
 * @param {Sink} sink
 * @param {Send} send
 */
export async function sendInTwo(sink, send) {
  const reached = sink.reached();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const first = send(false, { onStart: (started) => (child = started) }).then(
    () => 'whole',
    (error) => {
      if (child?.signalCode !== 'SIGKILL') throw error;
      return 'killed';
    },
  );
  await Promise.race([reached, first]);
  child?.kill('SIGKILL');
  if ((await first) === 'whole') throw new Error('The upload was over before its process.');
  await send(true, {});
}

/**
 * @param {Sink} sink
 * @param {Omit<Job, 'endpoint'>} job
 * @param {import('../child.mjs').Options} [options]
 * @returns {Promise<OwnUpload>}
 */
export const sendOwn = ({ endpoint }, job, options) =>
  inFreshProcess('uploadBreakChild.mjs', { endpoint, ...job }, options);

/**
 * With the client alone, and the address of the upload in a file.
 * @param {Sink} sink
 * @param {import('./clients/client.mjs').LocalFile} file
 * @returns {Send}
 */
export const byClient = (sink, file) => (goesOn, options) =>
  sendOwn(sink, { file, kept: `${file.path}.session`, goesOn }, options);

/**
 * With the queue that the extension has for uploads.
 * @param {Sink} sink
 * @param {QueuedJob} job
 * @returns {Send}
 */
export const byQueue =
  ({ endpoint }, job) =>
  (goesOn, options) =>
    inFreshProcess('uploadQueueChild.mjs', { endpoint, ...job, goesOn }, options);
