// Loads an emulator with work, in a process of its own: on two cores each side has one.
import { answer, job } from './child.mjs';

/** @type {{ load: string, emulator: { baseUrl: string, apiKey: string, accessToken: string } }} */
const { load, emulator, ...options } = job();

/** @type {{ run: (emulator: object, options: object) => Promise<object> }} */
const { run } = await import(`./emulator/${load}.mjs`);
answer(await run(emulator, options));
