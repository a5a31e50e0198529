// In the extension host: counts what VS Code asks the tree for, and does what the benchmark asks by HTTP.
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { now } from '../now.mjs';

/** @typedef {{ connection: string, version: string, kind: string, name: string, collection?: true }} Ref */

/** A row; only who made it looks into it. @typedef {object} Row */

/**
 * Of what the extension gives to tests, what is needed here.
 * @typedef {object} Api
 * @property {vscode.TreeDataProvider<Row>} tree
 * @property {{ store: { merge(ref: Ref, value: object): void, invalidate(ref: Ref): void } }} services
 */

/**
 * What was asked since the last time, and what is in use.
 * @typedef {object} Asked
 * @property {number} items Calls of getTreeItem.
 * @property {number} lists Calls of getChildren.
 * @property {number} most The most rows below one row.
 * @property {readonly { path: string, at: number }[]} pages Answers to lists, with the time of their last bytes.
 * @property {number} memory Of the extension host's process, in MB.
 */

/**
 * @param {Api} api
 * @param {() => void} gc
 * @returns {Promise<number>} The port of 127.0.0.1 on which it listens.
 */
export async function driveTree({ tree, services }, gc) {
  const counted = { items: 0, lists: 0, most: 0 };
  const { getTreeItem, getChildren } = tree;
  Object.assign(tree, {
    /** @param {Row} node */
    getTreeItem(node) {
      counted.items += 1;
      return getTreeItem.call(tree, node);
    },
    /** @param {Row} [node] */
    async getChildren(node) {
      counted.lists += 1;
      const rows = (await getChildren.call(tree, node)) ?? [];
      counted.most = Math.max(counted.most, rows.length);
      return rows;
    },
  });
  const pages = answers();
  const actions = {
    /** @returns {Asked} */
    asked() {
      gc();
      gc();
      const asked = { ...counted, pages: pages.splice(0), memory: process.memoryUsage().rss / 1e6 };
      Object.assign(counted, { items: 0, lists: 0, most: 0 });
      return asked;
    },
    /** @param {{ ref: Ref, value: { name: string } }} change */
    merge({ ref, value }) {
      const at = now();
      services.store.merge(ref, value);
      return at;
    },
    /** @param {{ ref: Ref }} list */
    invalidate: ({ ref }) => services.store.invalidate(ref),
    /**
     * @param {{ ref: Ref, pages: number }} list
     * @returns {Promise<readonly number[]>} How long each page took, in ms.
     */
    async loadMore({ ref, pages: count }) {
      const times = [];
      for (let page = 0; page < count; page += 1) {
        const start = performance.now();
        await vscode.commands.executeCommand('generativeLanguage.loadMore', ref);
        times.push(performance.now() - start);
      }
      return times;
    },
  };
  const server = createServer(async (request, response) => {
    const { action, ...input } = JSON.parse(await text(request));
    const run = actions[/** @type {keyof typeof actions} */ (action)];
    response.end(JSON.stringify({ result: await run(/** @type {any} */ (input)) }));
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/** Answers to lists as they come: what undici itself says. @returns {{ path: string, at: number }[]} Grows. */
function answers() {
  /** @type {WeakMap<object, { path: string, at: number }>} */
  const known = new WeakMap();
  /** @type {{ path: string, at: number }[]} */
  const pages = [];
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request } = /** @type {{ request: { path: string } }} */ (message);
    const page = known.get(request) ?? { path: request.path, at: 0 };
    if (!known.has(request)) pages.push(page);
    known.set(request, page);
    page.at = now();
  });
  return pages;
}
