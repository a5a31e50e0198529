import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import { parseEndpoint } from '../../../src/api/endpoint';
import { type PlainRequest, rawRequest } from '../../../src/api/request';
import { redact } from '../../../src/api/redact';
import type { Credential, SendOptions, WireResponse } from '../../../src/api/transport';
import { UndiciTransport } from '../../../src/api/undiciSenders';
import { Emitter } from '../../../src/base/event';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { ConsoleDeps } from '../../../src/console/deps';
import { sendAndShow } from '../../../src/console/sendRequest';
import type { Emulator } from '../../../src/emulator/options';
import type { Connection } from '../../../src/service/connection';
import { openRecorded } from '../../../src/service/openClient';
import { TrafficLog } from '../../../src/service/trafficLog';
import { FakeClock } from '../../fakes/clock';
import { interactionsIn } from '../../fakes/interactions';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { FakeRequestEditor } from '../../fakes/requestEditor';
import { FakeSystem } from '../../fakes/system';
import { FakeTextDocuments } from '../../fakes/textDocuments';

export const WORK: Connection = {
  id: 'aaaa1111',
  name: 'Work',
  endpoint: 'https://one.example',
  auth: 'apiKey',
};

export type Exchange = (request: PlainRequest, options: SendOptions) => Promise<WireResponse>;

/** The console of one window with fakes around it, and the connections that it is given. */
export function openConsole(
  client: Pick<Client, 'exchange'>,
  initial: readonly Connection[] = [WORK],
) {
  let connections = initial;
  const changed = new Emitter<void>();
  const invalidated: ResourceRef[] = [];
  const titles: string[] = [];
  const learned: string[] = [];
  const models = new Map<string, object>();
  const abortion = new AbortController();
  const { interactions } = interactionsIn();
  const fakes = {
    prompts: new FakePrompts(),
    system: new FakeSystem(),
    documents: new FakeTextDocuments(),
    editor: new FakeRequestEditor(),
    log: new FakeLog(),
    clock: new FakeClock(),
    traffic: new TrafficLog(() => true),
  };
  const parts: ConsoleDeps = {
    ...fakes,
    redact,
    progress: (title, work) => {
      titles.push(title);
      return work(abortion.signal);
    },
    connections: {
      list: () => connections,
      find: (id) => connections.find((one) => one.id === id),
      get active() {
        return connections[0];
      },
      activate: () => Promise.resolve(),
      onDidChange: changed.event,
    },
    clients: { get: () => Promise.resolve(client as Client) },
    emulator: runningEmulator,
    interactions,
    store: {
      // This machine has begun nothing.
      list: () => Promise.resolve({ items: [] }),
      invalidate: (ref: ResourceRef) => void invalidated.push(ref),
      find: ({ name }: ResourceRef) => models.get(name),
    } as unknown as ConsoleDeps['store'],
    modelStatuses: {
      answered: ({ name, version }) => void learned.push(`${name} answers in ${version}`),
      refused: ({ name, version }, why) => void learned.push(`${name} in ${version}: ${why}`),
    },
    closedBy: () => Promise.resolve(() => undefined),
  };
  const cancel = (): void => abortion.abort();
  const setConnections = (now: readonly Connection[]): void => {
    connections = now;
    changed.fire();
  };
  return {
    ...fakes,
    parts,
    interactions,
    titles,
    invalidated,
    learned,
    models,
    cancel,
    setConnections,
  };
}

const runningEmulator: ConsoleDeps['emulator'] = {
  state: { status: 'running', port: 4567 },
  start: () =>
    Promise.resolve({
      baseUrl: 'http://127.0.0.1:4567',
      apiKey: 'canary-emulator-key',
      accessToken: 'canary-emulator-token',
      controlToken: 'canary-control-token',
    }),
  stop: () => Promise.resolve(),
  onDidChangeState: new Emitter<ConsoleDeps['emulator']['state']>().event,
};

/** A client of an emulator, whose exchanges a log has. */
export function clientOf(
  emulator: Emulator,
  traffic: TrafficLog = new TrafficLog(() => true),
  credential: Credential = { kind: 'bearer', token: emulator.accessToken },
): Promise<Client> {
  const open = openRecorded(({ onExchange, isRecording }) => {
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(emulator.baseUrl),
      credential: () => Promise.resolve(credential),
      ...(isRecording ? { isRecording } : {}),
    });
    if (onExchange) transport.onDidExchange(onExchange);
    return Promise.resolve(createClient({ transport, preferredVersion: 'v1beta' }));
  }, traffic);
  return open({
    connection: WORK.id,
    endpoint: emulator.baseUrl,
    version: 'v1beta',
    credential: () => Promise.resolve(credential),
    network: () => ({}),
  });
}

/** A body of which a test says when its pieces come. */
class ScriptedBody implements AsyncIterable<Uint8Array> {
  readonly #queue: (Uint8Array | Error | undefined)[] = [];
  #wake: () => void = () => undefined;

  /** Undefined ends it, an error breaks it. */
  push(piece: string | Uint8Array | Error | undefined): void {
    this.#queue.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      while (this.#queue.length === 0) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      const piece = this.#queue.shift();
      if (piece === undefined) return;
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  }
}

export const get = rawRequest({
  operation: 'models.get',
  version: 'v1',
  path: { name: 'models/x' },
  query: {},
});
export const deletion = rawRequest({
  operation: 'tunedModels.delete',
  version: 'v1beta3',
  path: { name: 'tunedModels/a b' },
  query: {},
});
export const stream = rawRequest({
  operation: 'models.streamGenerateContent',
  version: 'v1beta',
  path: { model: 'models/x' },
  query: {},
});

/** A console whose requests are answered as told, or by `body`. */
export function setUpSending(exchange?: Exchange) {
  const body = new ScriptedBody();
  const sent: PlainRequest[] = [];
  const console = openConsole({
    exchange: (request, options = {}) => {
      sent.push(request);
      if (exchange) return exchange(request, options);
      return Promise.resolve({ status: 200, headers: {}, body });
    },
  });
  const send = (request: PlainRequest) => sendAndShow(console.parts, WORK.id, request);
  return { ...console, body, sent, send };
}

/** An answer that is there at once. */
export function answering(status: number, text = '{}'): Exchange {
  return () => {
    const body = new ScriptedBody();
    body.push(text);
    body.push(undefined);
    return Promise.resolve({ status, headers: {}, body });
  };
}
