// One file through the queue of the extension.
import { createRequire } from 'node:module';
import { answer, job } from './child.mjs';

/** @type {import('./upload/own.mjs').QueuedJob} */
const { queue, ...rest } = job();

/** @type {{ sendQueued: (job: object) => Promise<void> }} */
const { sendQueued } = createRequire(import.meta.url)(queue);
await sendQueued(rest);
answer({});
