import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePeer } from '../../bench/peers.mjs';
import { all } from './emulator.mjs';

/**
 * What the test of one method of the SDK is given.
 * @typedef {object} Given
 * @property {any} ai The SDK in the version that it has by default. It has no types here: the package is installed by the run itself.
 * @property {import('./emulator.mjs').RunningEmulator} emulator
 * @property {string} folder For files; it is removed afterwards.
 */

/** Tests of methods by their names, such as `models.get`. @typedef {{ [method: string]: (given: Given) => Promise<void> }} Calls */

/**
 * The names of the methods that an object of the SDK has for everybody.
 * @param {any} object
 * @returns {string[]}
 */
export function publicMethods(object) {
  const declared = declarationOf(object.constructor.name.replace(/^Node/, ''));
  const prototype = Object.getPrototypeOf(object);
  // What reads files is made anew for each runtime.
  const chain = [object, prototype, Object.getPrototypeOf(prototype)];
  return [...new Set(chain.flatMap(Object.getOwnPropertyNames))].filter(
    (name) =>
      name !== 'constructor' &&
      typeof object[name] === 'function' &&
      declared.some((line) => new RegExp(`^${name}\\b`).test(line)),
  );
}

/**
 * The lines of a class in the SDK's own types: what is private stands in no other place.
 * @param {string} className
 */
function declarationOf(className) {
  const path = join(requirePeer.resolve('@google/genai'), '../../genai.d.ts');
  const types = readFileSync(path, 'utf8').replaceAll(/\r?\n(?:export )?/g, '\n');
  const found = new RegExp(`\\ndeclare class ${className}\\b.*\\n([^]*?)\\n\\}`).exec(types);
  assert.ok(found, `The SDK declares no ${className}.`);
  return String(found[1])
    .split('\n')
    .map((line) => line.trim());
}

/**
 * Lists all of a kind, among which is one that was just made, and deletes one, which is not found afterwards.
 * @param {string} kind
 * @param {(given: Given) => Promise<any>} make
 * @param {(method: string, answer: any) => Promise<any>} fits
 * @returns {Calls}
 */
export const listAndDelete = (kind, make, fits) => ({
  [`${kind}.list`]: async (given) => {
    const { id } = await make(given);
    const found = await fits(`${kind}.list`, await given.ai[kind].list({ page_size: 1000 }));
    assert.ok(found[kind].some((/** @type {any} */ one) => one.id === id));
  },
  [`${kind}.delete`]: async (given) => {
    const { id } = await make(given);
    await fits(`${kind}.delete`, await given.ai[kind].delete(id));
    await assert.rejects(given.ai[kind].get(id), { status: 404 });
  },
});

/**
 * The same of what has a name, and is listed page by page.
 * @param {string} kind
 * @param {(given: Given) => Promise<any>} make
 * @param {number} status Of what is gone.
 * @returns {Calls}
 */
export const listAndDeleteByName = (kind, make, status) => ({
  [`${kind}.list`]: async (given) => {
    const { name } = await make(given);
    const found = await all(await given.ai[kind].list({ config: { pageSize: 1 } }));
    assert.ok(found.some((one) => one.name === name));
  },
  [`${kind}.delete`]: async (given) => {
    const { name } = await make(given);
    await given.ai[kind].delete({ name });
    await assert.rejects(given.ai[kind].get({ name }), { status });
  },
});

/**
 * A method that refuses by itself what only Google Cloud has: nothing is sent.
 * @param {(ai: any) => Promise<unknown>} call
 * @param {RegExp} [message]
 * @returns {(given: Given) => Promise<void>}
 */
export function throwsByItself(
  call,
  message = /^This method is only supported by the Gemini Enterprise Agent Platform/,
) {
  return async ({ ai, emulator }) => {
    const before = (await emulator.control('log')).entries.length;
    await assert.rejects(call(ai), { message });
    assert.equal((await emulator.control('log')).entries.length, before);
  };
}
