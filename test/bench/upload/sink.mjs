import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** @typedef {import('./server/plan.mjs').Plan} Plan */
/** @typedef {import('./server/plan.mjs').Seen} Seen */

/**
 * The service that takes files, in a process of its own.
 * @typedef {object} Sink
 * @property {string} endpoint
 * @property {(plan?: Plan) => Promise<void>} expect What happens to the next upload; forgets the last one.
 * @property {() => Promise<void>} reached Resolves when the upload comes to a place that is to be told.
 * @property {() => Promise<Seen>} seen
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<Sink>} */
export async function startSink() {
  const child = fork(join(import.meta.dirname, 'server/main.mjs'));
  /** @param {string} name Of what is waited for. @returns {Promise<any>} */
  const told = (name) =>
    new Promise((resolve, reject) => {
      const onMessage = (/** @type {object} */ message) => {
        if (!(name in message)) return;
        child.off('message', onMessage).off('exit', onExit);
        resolve(message);
      };
      const onExit = () => reject(new Error('The server of the uploads has ended.'));
      child.on('message', onMessage).once('exit', onExit);
    });
  const { port } = await told('port');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async expect(plan = {}) {
      const ready = told('ready');
      child.send(plan);
      await ready;
    },
    reached: () => told('reached'),
    async seen() {
      const answer = told('seen');
      child.send('seen');
      return (await answer).seen;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
