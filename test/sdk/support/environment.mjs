import { importTypeScript } from '../../harness/importTypeScript.mjs';

/** @typedef {{ readonly [name: string]: string | undefined }} Environment */

/**
 * Gives the programs of a `describe` the environment that `exec` gives to its command, and nothing else of the emulator.
 * @param {() => import('./emulator.mjs').RunningEmulator} emulator
 * @param {string | undefined} session A session of their own.
 * @param {string} [version] In which clients ask that read one; their own choice by default.
 */
export function inSession(emulator, session, version) {
  inEnvironment(async () => {
    const { environmentOf } = await importTypeScript('src/api/clientEnvironment.ts');
    const { baseUrl, apiKey } = emulator();
    return environmentOf({ baseUrl, apiKey, session, version }, process.env);
  });
}

/**
 * Gives the programs of a `describe` an environment. What was there before is there again afterwards.
 * @param {() => Environment | Promise<Environment>} environmentOf
 */
export function inEnvironment(environmentOf) {
  /** @type {Environment} */
  let before;
  setUp(async () => {
    const environment = await environmentOf();
    before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
    change(environment);
  });
  after(() => change(before));
}

const setUp = before;

/** @param {Environment} environment */
function change(environment) {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}
