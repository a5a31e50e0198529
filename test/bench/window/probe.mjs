// Bundled as the main file of the extension in the benchmark's window: it loads and activates the real one, and
// writes what that cost.
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { now } from '../now.mjs';
import { changesSince, processState } from '../processState.mjs';
import { driveTree } from './treeProbe.mjs';

/** @typedef {import('./treeProbe.mjs').Api} Api */
/** @typedef {{ activate: (context: vscode.ExtensionContext) => Api, deactivate: () => Promise<void> }} Extension */

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
  const figures = join(context.extensionPath, 'figures.json');
  const state = processState();
  const heapBefore = heap();
  const ours = /** @type {vscode.ExtensionContext} */ (
    Object.create(context, {
      // What tests get, the tree's measure needs.
      extensionMode: { value: vscode.ExtensionMode.Test },
      extension: { value: withoutCommandsOfBench(context.extension) },
    })
  );
  const start = performance.now();
  /** @type {Extension} */
  const loaded = createRequire(join(context.extensionPath, 'probe.js'))('./dist/extension.js');
  const required = performance.now();
  const api = loaded.activate(ours);
  const activated = performance.now();
  extension = loaded;
  const activation = {
    requireMs: required - start,
    activateMs: activated - required,
    heapMb: heap() - heapBefore,
    changes: changesSince(state),
  };
  const write = (/** @type {object} */ what) => {
    // Whoever reads it meanwhile sees a whole file.
    writeFileSync(`${figures}.new`, JSON.stringify(what));
    renameSync(`${figures}.new`, figures);
  };
  const arrivals = firstBytes();
  const measure = () => {
    const later = { heapMb: heap() - heapBefore, changes: changesSince(state) };
    write({ activation, later });
  };
  const tellArrivals = () => write({ arrivals });
  context.subscriptions.push(
    vscode.commands.registerCommand('bench.measure', measure),
    vscode.commands.registerCommand('bench.arrivals', tellArrivals),
    vscode.commands.registerCommand('bench.drive', async () =>
      write({ port: await driveTree(api, gc) }),
    ),
  );
  return api;
}

/**
 * The real extension registers every command of its manifest.
 * @param {vscode.Extension<unknown>} own
 */
function withoutCommandsOfBench(own) {
  /** @type {{ contributes: { commands: { command: string }[] } }} */
  const { contributes, ...rest } = own.packageJSON;
  const commands = contributes.commands.filter(({ command }) => !command.startsWith('bench.'));
  const packageJSON = { ...rest, contributes: { ...contributes, commands } };
  return /** @type {typeof own} */ (Object.create(own, { packageJSON: { value: packageJSON } }));
}

/**
 * When the first bytes of each streamed answer came to this process, in ms since 1970: what undici itself says.
 * @returns {readonly number[]} Grows.
 */
function firstBytes() {
  /** @type {WeakSet<object>} */
  const begun = new WeakSet();
  /** @type {number[]} */
  const arrivals = [];
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request } = /** @type {{ request: { path: string } }} */ (message);
    if (begun.has(request) || !request.path.includes(':stream')) return;
    begun.add(request);
    arrivals.push(now());
  });
  return arrivals;
}

export const deactivate = () => extension?.deactivate();
