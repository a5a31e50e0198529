import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../../src/api';
import { systemClock } from '../../../src/base/clock';
import { wholeMilliseconds } from '../../../src/files/openSource';
import { isProcessAlive } from '../../../src/base/isProcessAlive';
import { RememberedFiles } from '../../../src/files/rememberedFiles';
import { newId } from '../../../src/files/uploadJob';
import { createQueue } from '../../../src/files/uploadQueue';
import type { UserFile, UserFiles } from '../../../src/files/userFiles';
import { FolderStore } from '../../../src/platform/files';
import { createCalls } from '../../../src/service/calls';
import { ResourceStore } from '../../../src/service/resourceStore';
import type { Services } from '../../../src/service/services';
import { FakeActivity } from '../../fakes/activity';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSystem } from '../../fakes/system';

/** What a window is told: where the service is, its own folder, and the file to send, or that it is to go on. */
export interface ChildPlan {
  readonly endpoint: string;
  readonly accessToken: string;
  readonly folder: string;
  readonly file?: string;
}

/*
 * A window without VS Code, as a process that a test can kill: the queue over the network, the disk, and a file in
 * place of the keyring. It writes how far it is, a line each, and ends when all is sent.
 */
const plan = JSON.parse(process.argv[2] ?? '') as ChildPlan;
const folder = new FolderStore(plan.folder);
const secrets = new FolderStore(join(plan.folder, 'secrets'));
const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function inspect(path: string): Promise<UserFile> {
  const stats = await stat(path, { bigint: true });
  const [size, modifiedAt] = [Number(stats.size), wholeMilliseconds(stats)];
  const target = { scheme: 'file', authority: '', path };
  return { target, name: 'large.bin', path, localPath: path, kind: 'file', size, modifiedAt };
}

class Activity extends FakeActivity {
  override async track(entry: Parameters<FakeActivity['track']>[0]) {
    const tracked = await super.track(entry);
    return {
      ...tracked,
      report: ({ done }: { readonly done?: number }) => tell(`sent ${String(done ?? 0)}`),
      pause: (reason: string) => tell(`paused ${reason}`),
      fail: (reason: string) => tell(`failed ${reason}`),
      end() {
        tell('done');
        queue.dispose();
        void client.close();
      },
    };
  }
}

class Prompts extends FakePrompts {
  override async notify<A extends string>(
    _level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    tell(`asked ${message}`);
    await Promise.resolve();
    return actions[0];
  }
}

const client = connect({ endpoint: plan.endpoint, accessToken: plan.accessToken });
const clients = { get: () => Promise.resolve(client) };
const calls = createCalls(clients);
const store = new ResourceStore(calls);
const log = new FakeLog();
const clock = systemClock;
const queue = createQueue({
  ...{ log, clock, activity: new Activity(), prompts: new Prompts(), system: new FakeSystem() },
  ...{ files: folder },
  services: {
    clients,
    calls,
    store,
    connections: { find: () => undefined },
  } as unknown as Services,
  remembered: new RememberedFiles({
    files: new FolderStore(join(plan.folder, 'sent')),
    clock,
    log,
  }),
  userFiles: { inspect: ({ path }) => inspect(path) } as UserFiles,
  secrets: {
    get: (key) => secrets.read(key),
    store: (key, value) => secrets.write(key, value),
    async delete(key) {
      await secrets.remove(key);
    },
  },
  readSetting: () => undefined,
  report: () => Promise.resolve(),
  run: () => Promise.resolve(),
  show: () => Promise.resolve(),
  window: { id: newId(), pid: process.pid, isAlive: isProcessAlive },
});

async function main(): Promise<void> {
  if (plan.file === undefined) {
    await queue.resume();
    return;
  }
  const file = await inspect(plan.file);
  const upload = { connection: 'one', file, displayName: 'large.bin', mimeType: 'text/plain' };
  await (
    await queue.add(upload)
  ).done;
}

main().catch((error: unknown) => {
  tell(`failed ${String(error)}`);
  process.exitCode = 1;
});
