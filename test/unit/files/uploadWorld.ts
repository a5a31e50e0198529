import assert from 'node:assert/strict';
import type { Client, UploadInput } from '../../../src/api/call';
import type { JsonObject } from '../../../src/api/schema/row';
import type { UploadOptions } from '../../../src/api/upload/upload';
import { AppError, CancelledError } from '../../../src/base/errors';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { UploadHandle } from '../../../src/files/context';
import type { UploadInto } from '../../../src/files/uploadJob';
import { RememberedFiles } from '../../../src/files/rememberedFiles';
import { createQueue } from '../../../src/files/uploadQueue';
import type { UserFile, UserFiles } from '../../../src/files/openSource';
import type { ActivityActionKind } from '../../../src/platform/activity';
import { createCalls } from '../../../src/service/calls';
import type { Connection } from '../../../src/service/connection';
import { ResourceStore } from '../../../src/service/resourceStore';
import type { Services } from '../../../src/service/services';
import { FakeActivity, type FakeTracked } from '../../fakes/activity';
import { FakeClock } from '../../fakes/clock';
import { FakeFiles } from '../../fakes/files';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settle, settled } from '../../fakes/settle';
import { FakeSystem } from '../../fakes/system';

export const MINE: Connection = {
  id: 'aaaa1111',
  name: 'Work',
  endpoint: 'https://one.example',
  auth: 'oauth',
};

/** An upload that the service is in the middle of; the test says what comes of it. */
export interface Sending {
  readonly name: string;
  readonly displayName: string;
  /** Address that it goes on with. */
  readonly session: string | undefined;
  readonly options: UploadOptions;
  /** The service opens it, at an address that is secret. */
  begin(): Promise<string>;
  finish(more?: JsonObject): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** The service, the disk, the secrets and the processes of a machine, for any number of windows. */
export class World {
  readonly clock = new FakeClock();
  readonly disk = new FakeFiles();
  readonly uploaded = new FakeFiles();
  readonly secrets = new FakeSecretStorage();
  readonly sendings: Sending[] = [];
  /** Addresses that were cancelled, and names that were deleted. */
  readonly cancelled: string[] = [];
  readonly deleted: string[] = [];
  /** What `files.get` answers, by name. */
  readonly files = new Map<string, JsonObject | Error>();
  readonly contents = new Map<string, { text: string; modifiedAt: number }>();
  readonly alive = new Set<number>();
  connection: Connection | undefined = MINE;
  parallel: unknown = 3;
  #windows = 0;

  readonly userFiles: UserFiles = {
    inspect: (target) => {
      const found = this.contents.get(target.path);
      if (!found) return Promise.reject(new AppError('fileGone', `${target.path} doesn’t exist.`));
      return Promise.resolve(this.#file(target.path, found));
    },
    readAll: ({ path }) => Promise.resolve(Buffer.from(this.contents.get(path)?.text ?? '')),
    filesBelow: never,
    ignored: never,
    pick: never,
    save: never,
  };

  /** A window of the machine. */
  open() {
    const pid = 1000 + this.#windows++;
    this.alive.add(pid);
    const log = new FakeLog();
    const activity = new FakeActivity();
    const prompts = new AnsweringPrompts();
    const system = new FakeSystem();
    const ran: [string, readonly ResourceRef[]][] = [];
    const shown: string[] = [];
    const reported: unknown[] = [];
    const clients = { get: () => this.#client() };
    const calls = createCalls(clients);
    const store = new ResourceStore(calls);
    const connections = { find: () => this.connection };
    const queue = createQueue({
      log,
      activity,
      prompts,
      system,
      clock: this.clock,
      files: this.disk,
      secrets: this.secrets,
      userFiles: this.userFiles,
      services: { clients, calls, store, connections } as unknown as Services,
      remembered: new RememberedFiles({ files: this.uploaded, clock: this.clock, log }),
      readSetting: (name) => (name === 'upload.parallel' ? this.parallel : undefined),
      report: (_source, error) => {
        reported.push(error);
        return Promise.resolve();
      },
      run: (command, targets) => {
        ran.push([command, targets]);
        return Promise.resolve();
      },
      show: (place) => {
        shown.push(place);
        return Promise.resolve();
      },
      window: { id: `w${String(pid)}`, pid, isAlive: (one) => this.alive.has(one) },
    });
    const rows = activity.tracked;
    const add = async (name: string, into?: UploadInto): Promise<UploadHandle> => {
      const known = this.contents.get(`/${name}`);
      const file = this.#file(`/${name}`, known ?? this.write(name));
      const upload = { connection: MINE.id, file, displayName: name, mimeType: 'video/mp4' };
      const handle = await queue.add({ ...upload, ...(into && { into }) });
      await settle();
      return handle;
    };
    /** The process is gone at once: nothing is disposed. */
    const crash = (): void => void this.alive.delete(pid);
    const resume = async (): Promise<void> => {
      await settled(queue.resume());
    };
    return { queue, rows, log, prompts, system, store, ran, shown, reported, add, crash, resume };
  }

  /** A file of the user. */
  write(name: string, text = `content of ${name}`, modifiedAt = 1) {
    const content = { text, modifiedAt };
    this.contents.set(`/${name}`, content);
    return content;
  }

  /** The upload that began last. */
  get last(): Sending {
    const sending = this.sendings.at(-1);
    assert.ok(sending, 'Nothing was sent.');
    return sending;
  }

  sendingOf(displayName: string): Sending {
    const sending = this.sendings.findLast((one) => one.displayName === displayName);
    assert.ok(sending, `${displayName} was not sent.`);
    return sending;
  }

  /** What uploads into stores were asked for, beside their content. */
  readonly toStores: JsonObject[] = [];
  /** What stores answer, by operation and name. */
  inStore: (id: string, name: string) => JsonObject = () => ({});

  get jobs(): readonly string[] {
    return [...this.disk.files.keys()].filter((name) => name.endsWith('.json'));
  }

  #file(path: string, { text, modifiedAt }: { text: string; modifiedAt: number }): UserFile {
    const target = { scheme: 'memfs', authority: '', path };
    const size = Buffer.byteLength(text);
    return { target, name: path.slice(1), path, kind: 'file', size, modifiedAt };
  }

  async #client(): Promise<Client> {
    const call = async (id: string, { name }: { name: string }) => {
      await Promise.resolve();
      if (id === 'files.delete') {
        this.deleted.push(name);
        return {};
      }
      if (id.startsWith('fileSearchStores.')) return this.inStore(id, name);
      assert.equal(id, 'files.get');
      const found = this.files.get(name);
      if (found instanceof Error) throw found;
      assert.ok(found, `${name} doesn’t exist.`);
      return found;
    };
    const upload = async (
      id: string,
      input: UploadInput<'media.upload'> & UploadInput<'media.uploadToFileSearchStore'>,
      options: UploadOptions,
    ) => {
      if (id === 'media.upload') return { file: await this.#upload(input, options) };
      assert.equal(id, 'media.uploadToFileSearchStore');
      const { displayName = '', ...settings } = input.body;
      this.toStores.push({ store: input.fileSearchStoreName, ...settings } as JsonObject);
      const name = `${input.fileSearchStoreName}/upload/operations/one`;
      return await this.#upload({ ...input, body: { file: { name, displayName } } }, options);
    };
    return { preferredVersion: 'v1beta', call, upload } as unknown as Client;
  }

  #upload(
    { body, session, source }: UploadInput<'media.upload'>,
    options: UploadOptions,
  ): Promise<JsonObject> {
    const { signal, onSession } = options;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        if (options.onAbort === 'cancel') this.cancelled.push(session?.url ?? '');
        reject(new CancelledError());
      };
      if (signal?.aborted) {
        end();
        return;
      }
      signal?.addEventListener('abort', end, { once: true });
      const { name = '', displayName = '' } = body.file ?? {};
      const url = `https://one.example/upload?upload_id=secret-${name.slice(6)}`;
      this.sendings.push({
        name,
        displayName,
        options,
        session: session?.url,
        async begin() {
          await settled(onSession?.({ url, granularity: 8 }));
          return url;
        },
        async finish(more) {
          const uri = `https://one.example/v1beta/${name}`;
          const sizeBytes = String(source.size);
          await settled(resolve({ name, displayName, uri, sizeBytes, state: 'ACTIVE', ...more }));
        },
        async fail(error) {
          await settled(reject(error));
        },
      });
    });
  }
}

/** Answers notifications, too. */
class AnsweringPrompts extends FakePrompts {
  readonly replies: string[] = [];

  override async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    await super.notify(level, message, ...actions);
    const reply = this.replies.shift();
    return actions.find((action) => action === reply);
  }
}

function never(): never {
  throw new Error('Uploads ask for no such thing.');
}

/** Presses what a row offers. */
export async function press(row: FakeTracked | undefined, kind: ActivityActionKind): Promise<void> {
  const action = row?.actions.find((one) => one.kind === kind);
  assert.ok(action, `${kind} is not offered.`);
  await settled(action.run());
}

/** What a row says of itself. */
export function told(row: FakeTracked | undefined) {
  return [row?.state, row?.text, (row?.actions ?? []).map(({ kind }) => kind).join()];
}
