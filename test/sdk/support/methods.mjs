import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePeer } from '../../bench/peers.mjs';

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
