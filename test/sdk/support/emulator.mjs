import assert from 'node:assert/strict';
import { startEmulator } from '../../ui/support/emulator.mjs';
import { loadGenai } from './genai.mjs';

/** @typedef {import('../../ui/support/emulator.mjs').RunningEmulator} RunningEmulator */

/**
 * The emulator as a program, for the tests of one `describe`, as somebody else's tests would start it.
 * @param {readonly string[]} [options]
 * @returns {() => RunningEmulator}
 */
export function useEmulator(options = []) {
  /** @type {RunningEmulator | undefined} */
  let emulator;
  before(async () => {
    emulator = await startEmulator(['--latency', '0', '--rate', '0', ...options]);
  });
  after(() => emulator?.stop());
  return () => {
    assert.ok(emulator, 'The emulator has not started.');
    return emulator;
  };
}

/**
 * The SDK as its users set it up; only the address is another one.
 * @param {RunningEmulator} emulator
 * @param {{ apiKey?: string, apiVersion?: string }} [options] In v1beta, where the SDK itself has v1 by default.
 */
export function clientOf({ baseUrl, apiKey }, options = {}) {
  const { GoogleGenAI } = loadGenai();
  return new GoogleGenAI({ apiKey, apiVersion: 'v1beta', httpOptions: { baseUrl }, ...options });
}

/**
 * All that an asynchronous iterable gives.
 * @template T
 * @param {AsyncIterable<T>} iterable
 * @returns {Promise<T[]>}
 */
export async function all(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}
