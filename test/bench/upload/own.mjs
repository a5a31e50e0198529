import { inFreshProcess } from '../child.mjs';

/** @typedef {import('./sink.mjs').Sink} Sink */
/** @typedef {import('../uploadBreakChild.mjs').Job} Job */

/**
 * One of ours. In ms, the moments since 1970.
 * @typedef {object} OwnUpload
 * @property {string} name Of what is there; empty where it was cancelled.
 * @property {number} ms
 * @property {number} waited Of that, before another attempt.
 * @property {number} renewed How often the token was.
 * @property {number} cancelledAt
 * @property {number} endedAt
 * @property {number[]} progress When it was told.
 */

/**
 * The first process is killed where the server is to tell, another one goes on with the address that it left.
 * @param {Sink} sink
 * @param {import('./clients/client.mjs').LocalFile} file
 */
export async function sendInTwo(sink, file) {
  const kept = `${file.path}.session`;
  const reached = sink.reached();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const first = sendOwn(sink, { file, kept }, (started) => (child = started)).then(
    () => 'whole',
    (error) => {
      if (child?.signalCode !== 'SIGKILL') throw error;
      return 'killed';
    },
  );
  await Promise.race([reached, first]);
  child?.kill('SIGKILL');
  if ((await first) === 'whole') throw new Error('The upload was over before its process.');
  await sendOwn(sink, { file, kept, goesOn: true });
}

/**
 * @param {Sink} sink
 * @param {Omit<Job, 'endpoint'>} job
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<OwnUpload>}
 */
export const sendOwn = ({ endpoint }, job, onStart) =>
  inFreshProcess('uploadBreakChild.mjs', { endpoint, ...job }, onStart ? { onStart } : {});
