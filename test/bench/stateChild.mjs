// What our client changes in the process that it runs in.
import { answer, job } from './child.mjs';
import { connectOurs, streamInput } from './clients/connectOurs.mjs';
import { changesSince, processState } from './processState.mjs';

/** @type {{ endpoint: string }} */
const { endpoint } = job();

const before = processState();
const client = connectOurs(endpoint);
await client.call('models.get', { name: 'models/unary' });
for await (const _ of client.stream('models.streamGenerateContent', streamInput('events16k')));
answer({ changes: changesSince(before) });
