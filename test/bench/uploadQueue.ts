import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../src/api';
import { systemClock } from '../../src/base/clock';
import { createQueue, type QueueDeps } from '../../src/files/uploadQueue';
import { isProcessAlive } from '../../src/platform/fileLock';
import { newId } from '../../src/files/uploadJob';
import { type UserFile, type UserFiles, wholeMilliseconds } from '../../src/files/openSource';
import { FolderStore } from '../../src/platform/files';
import { createCalls } from '../../src/service/calls';
import { ResourceStore } from '../../src/service/resourceStore';
import type { Services } from '../../src/service/services';
import { FakeActivity } from '../fakes/activity';
import { FakeLog } from '../fakes/log';
import { FakePrompts } from '../fakes/prompts';
import { FakeSystem } from '../fakes/system';

export interface QueuedJob {
  readonly endpoint: string;
  readonly path: string;
  /** What windows keep, and share. */
  readonly folder: string;
  /** Goes on with what a process before left, instead of beginning. */
  readonly goesOn: boolean;
}

/**
 * One upload through the queue of the extension: over the network, from the disk, with its job on the disk as well.
 * Only the view, the questions and the secrets are not those of VS Code.
 */
export async function sendQueued({ endpoint, path, folder, goesOn }: QueuedJob): Promise<void> {
  const clock = systemClock;
  const client = connect({ endpoint, accessToken: 'bench' });
  const clients = { get: () => Promise.resolve(client) };
  const calls = createCalls(clients);
  const connections = { find: () => undefined };
  const ended = Promise.withResolvers<string>();
  const remembered: Partial<QueueDeps['remembered']> = {
    remember({ name }) {
      ended.resolve(name);
      return Promise.resolve();
    },
  };
  const files: Partial<UserFiles> = { inspect: () => fileAt(path) };
  const queue = createQueue({
    clock,
    log: new FakeLog(),
    activity: new FakeActivity(),
    system: new FakeSystem(),
    prompts: new FirstChoice(),
    files: new FolderStore(folder),
    services: {
      calls,
      clients,
      connections,
      store: new ResourceStore(calls),
    } as unknown as Services,
    remembered: remembered as QueueDeps['remembered'],
    userFiles: files as UserFiles,
    secrets: secretsIn(join(folder, 'secrets')),
    window: { id: newId(), pid: process.pid, isAlive: isProcessAlive },
    readSetting: () => undefined,
    report(_source, error) {
      ended.reject(error);
      return Promise.resolve();
    },
    run: () => Promise.resolve(),
    show: () => Promise.resolve(),
  });
  if (goesOn) await queue.resume();
  else {
    const upload = { displayName: 'Bench', mimeType: 'application/octet-stream' };
    const { done } = await queue.add({ connection: 'bench', file: await fileAt(path), ...upload });
    done.catch(ended.reject);
  }
  await ended.promise;
}

async function fileAt(path: string): Promise<UserFile> {
  const stats = await stat(path, { bigint: true });
  const [size, modifiedAt] = [Number(stats.size), wholeMilliseconds(stats)];
  const target = { scheme: 'file', authority: '', path };
  return { target, name: 'bench.bin', path, localPath: path, kind: 'file', size, modifiedAt };
}

/** In the place of a keyring. */
function secretsIn(folder: string) {
  const store = new FolderStore(folder);
  return {
    get: (key: string) => store.read(key),
    store: (key: string, value: string) => store.write(key, value),
    async delete(key: string): Promise<void> {
      await store.remove(key);
    },
  };
}

/** Somebody who always takes what is offered first: to go on. */
class FirstChoice extends FakePrompts {
  override notify<A extends string>(
    _level: 'info' | 'warning' | 'error',
    _message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    return Promise.resolve(actions[0]);
  }
}
