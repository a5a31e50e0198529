// Bundled as the main file of the extension in the benchmark's window: it loads and activates the real one, and
// writes what that cost.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { changesSince, processState } from '../processState.mjs';

/** @typedef {{ activate: (context: vscode.ExtensionContext) => unknown, deactivate: () => Promise<void> }} Extension */

/** @type {Extension | undefined} */
let extension;

/** @param {vscode.ExtensionContext} context */
export function activate(context) {
  setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const gc = runInNewContext('gc');
  const heap = () => {
    // Once for what is garbage, and once for what only finalizers still held.
    gc();
    gc();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const state = processState();
  const heapBefore = heap();
  const start = performance.now();
  /** @type {Extension} */
  const loaded = createRequire(join(context.extensionPath, 'probe.js'))('./dist/extension.js');
  const required = performance.now();
  const api = loaded.activate(context);
  const activated = performance.now();
  extension = loaded;
  const activation = {
    requireMs: required - start,
    activateMs: activated - required,
    heapMb: heap() - heapBefore,
    changes: changesSince(state),
  };
  const measure = () => {
    const later = { heapMb: heap() - heapBefore, changes: changesSince(state) };
    writeFileSync(
      join(context.extensionPath, 'figures.json'),
      JSON.stringify({ activation, later }),
    );
  };
  context.subscriptions.push(vscode.commands.registerCommand('bench.measure', measure));
  return api;
}

export const deactivate = () => extension?.deactivate();
