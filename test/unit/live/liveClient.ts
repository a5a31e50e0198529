import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { JsonObject } from '../../../src/api/schema/row';
import { isObject } from '../../../src/base/json';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { LiveServer } from '../../../src/live/liveServer';

/** How a session ended. */
export interface Ended {
  readonly code: number;
  readonly reason: string;
}

/** A client of live sessions that knows nothing of them: messages go and come as they are. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly ended: Promise<Ended>;
  readonly #came: JsonObject[] = [];
  #read = 0;
  #wake: () => void = () => undefined;

  constructor(url: string, headers: { readonly [name: string]: string } = {}) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.socket.on('message', (data: Buffer) => {
      this.#came.push(JSON.parse(data.toString()) as JsonObject);
      this.#wake();
    });
    // How it ends is what counts.
    this.socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#wake();
      });
    });
  }

  /** All messages that came so far. */
  get came(): readonly JsonObject[] {
    return this.#came;
  }

  /** Sends a message, or several, once the connection is there. */
  async send(...messages: readonly unknown[]): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
    for (const message of messages) {
      this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    }
  }

  /** Resolves when the server has read what was sent. */
  async isRead(): Promise<void> {
    this.socket.ping();
    await once(this.socket, 'pong');
  }

  /** The next message. Rejects where the session ends without one. */
  async next(): Promise<JsonObject> {
    while (this.#read >= this.#came.length) {
      if (this.socket.readyState === WebSocket.CLOSED) {
        const { code, reason } = await this.ended;
        throw new Error(`The session has ended: ${code} ${reason}`);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const message = this.#came[this.#read];
    assert.ok(message);
    this.#read += 1;
    return message;
  }

  /** The messages up to one that fits, which is the last of them. */
  async until(fits: (message: JsonObject) => boolean): Promise<readonly JsonObject[]> {
    const all: JsonObject[] = [];
    for (;;) {
      const message = await this.next();
      all.push(message);
      if (fits(message)) return all;
    }
  }

  /** The messages of a turn, up to its end. */
  turn(): Promise<readonly JsonObject[]> {
    return this.until((message) => contentOf(message).turnComplete === true);
  }

  close(): Promise<Ended> {
    this.socket.close();
    return this.ended;
  }
}

/** What the content of the server's message says; empty for another one. */
export function contentOf({ serverContent }: JsonObject): JsonObject {
  return isObject(serverContent) ? serverContent : {};
}

/** The parts that the model has said in messages. */
export function partsOf(messages: readonly JsonObject[]): readonly JsonObject[] {
  return messages.flatMap((message) => {
    const { modelTurn } = contentOf(message);
    const { parts = [] } = (isObject(modelTurn) ? modelTurn : {}) as { parts?: JsonObject[] };
    return parts;
  });
}

/** What was said, without thoughts. */
export function textOf(messages: readonly JsonObject[]): string {
  return partsOf(messages)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

export const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';

/** A setup of a session in text. */
export function setupOf(more: JsonObject = {}): JsonObject {
  const generationConfig = { responseModalities: ['TEXT'] };
  return { setup: { model: 'models/gemini-3.8-live', generationConfig, ...more } };
}

/** A turn of the user. */
export function said(text: string): JsonObject {
  const turns = [{ role: 'user', parts: [{ text }] }];
  return { clientContent: { turns, turnComplete: true } };
}

/** What the tests of one `describe` need: an emulator with sessions, and clients of it that are gone in the end. */
export interface Live {
  readonly emulator: () => Emulator;
  /** A client of the emulator's, with its key unless the path has a query. */
  readonly connect: (path?: string, headers?: { readonly [name: string]: string }) => LiveClient;
  /** A client whose session is set up. */
  readonly talk: (setup?: JsonObject, path?: string) => Promise<LiveClient>;
}

/** An emulator for the tests of one `describe`, started before them and closed after. */
export function useLive(options: EmulatorOptions = {}, messageBytes?: number): Live {
  let emulator: Emulator | undefined;
  before(async () => {
    const speed = { latency: 0, rate: 0, ...options.speed };
    emulator = await startEmulator({ ...options, speed }, new LiveServer(messageBytes));
  });
  after(() => emulator?.close());
  const running = (): Emulator => {
    assert.ok(emulator);
    return emulator;
  };
  const connect: Live['connect'] = (path = PATH, headers) => {
    const { baseUrl, apiKey } = running();
    const url = `${baseUrl.replace('http', 'ws')}${path}`;
    return new LiveClient(url.includes('?') ? url : `${url}?key=${apiKey}`, headers);
  };
  const talk: Live['talk'] = async (setup = setupOf(), path) => {
    const client = connect(path);
    await client.send(setup);
    assert.deepEqual(await client.next(), { setupComplete: {} });
    return client;
  };
  return { emulator: running, connect, talk };
}
