import { resolve } from 'node:path';

/**
 * The emulator as a program: built beside the tests, once for all of them (`buildUnitTests`), since a build costs more than
 * most of what they do with it.
 */
export const EMULATOR = resolve('out/unit/emulator.cjs');

/**
 * Where the programs that a test starts keep what was compiled: that is a good part of a start, and they start some hundred
 * times. What is started with the environment of this process inherits it.
 */
process.env.NODE_COMPILE_CACHE = resolve('out/unit/compiled');
