import { inFreshProcess } from '../child.mjs';
import { measureEmulatorStart, measureEvents, measureModels, measureUpload } from './emulator.mjs';
import { measurePackage } from './package.mjs';
import { measureStartup } from './startup.mjs';
import { measureUnary } from './unary.mjs';
import { measureWindow } from './window.mjs';

/**
 * @typedef {object} Context
 * @property {string} endpoint Of the bench server.
 * @property {import('../benchServer.mjs').BenchServer} server
 * @property {import('esbuild').Metafile} metafile What is in dist.
 * @property {number} rounds
 * @property {boolean} heavy Whether there is time for the largest.
 * @property {(text: string) => void} progress
 */

/**
 * What is measured besides the streams, by the name that the goals need it under.
 * @type {{ readonly [name: string]: (context: Context) => Promise<object> }}
 */
export const MEASURES = {
  startup: measureStartup,
  package: measurePackage,
  state: ({ endpoint }) => inFreshProcess('stateChild.mjs', { endpoint }),
  unary: measureUnary,
  window: measureWindow,
  emulatorModels: measureModels,
  emulatorEvents: measureEvents,
  emulatorUpload: measureUpload,
  emulatorStart: measureEmulatorStart,
};
