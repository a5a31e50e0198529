import { inFreshProcess } from '../child.mjs';
import { measureCancel } from './cancel.mjs';
import {
  measureChunks,
  measureEmulatorStart,
  measureEvents,
  measureModels,
  measureReplay,
  measureUpload,
} from './emulator.mjs';
import { measureFault } from './faults.mjs';
import { measurePackage } from './package.mjs';
import { measurePromptList, measurePromptRuns } from './promptTests.mjs';
import { measureStartup } from './startup.mjs';
import { measureSteps } from './steps.mjs';
import { measureTree } from './tree.mjs';
import { measureUnary } from './unary.mjs';
import { measureUploadBreaks } from './uploadBreaks.mjs';
import { measureUploadSpeed } from './uploads.mjs';
import { measureUploadWatch } from './uploadWatch.mjs';
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
  cancel: measureCancel,
  line: measureFault('line'),
  trickle: measureFault('trickle'),
  unary: measureUnary,
  ingest: ({ heavy }) =>
    inFreshProcess('ingestChild.mjs', { heavy }, { execArgv: ['--expose-gc'] }),
  uploads: measureUploadSpeed,
  uploadBreaks: measureUploadBreaks,
  uploadWatch: measureUploadWatch,
  window: measureWindow,
  steps: measureSteps,
  tree: measureTree,
  promptRuns: measurePromptRuns,
  promptList: measurePromptList,
  lens: ({ rounds }) => inFreshProcess('lensChild.mjs', { rounds }),
  spend: ({ rounds }) => inFreshProcess('spendChild.mjs', { rounds }),
  runs: ({ rounds }) => inFreshProcess('runsChild.mjs', { rounds }, { execArgv: ['--expose-gc'] }),
  emulatorModels: measureModels,
  emulatorEvents: measureEvents,
  emulatorReplay: measureReplay,
  emulatorUpload: measureUpload,
  emulatorChunks: measureChunks,
  emulatorStart: measureEmulatorStart,
};
