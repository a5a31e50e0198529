import type { JsonObject } from '../../src/api/schema/row';
import type { FilesContext, NewUpload, UploadHandle, UploadQueue } from '../../src/files/context';
import type { RememberedUpload } from '../../src/files/rememberedFiles';
import { FakeLocalFiles, FakeLocalFolders } from './localFiles';
import { fakeRoom, MINE } from './room';
import { FakeSecretStorage } from './secretStorage';
import type { FakeUserFiles } from './userFiles';

/** Uploads that are in the hands of the test. */
export class FakeQueue implements UploadQueue {
  readonly added: NewUpload[] = [];
  readonly ends: PromiseWithResolvers<JsonObject>[] = [];

  add(upload: NewUpload): Promise<UploadHandle> {
    this.added.push(upload);
    const end = Promise.withResolvers<JsonObject>();
    this.ends.push(end);
    return Promise.resolve({
      id: String(this.ends.length),
      onDidChange: () => ({ dispose: () => undefined }),
      done: end.promise,
      cancel: () => undefined,
    });
  }

  resume(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {
    this.added.length = 0;
  }
}

/** What flows around files get: the files that the service lists, those of the user, and answers. */
export function fakeFilesContext(
  userFiles: FakeUserFiles,
  listed: readonly JsonObject[],
  ...answers: readonly (string | undefined)[]
) {
  const base = fakeRoom(() => ({ files: listed }), ...answers);
  const queue = new FakeQueue();
  const remembered: RememberedUpload[] = [];
  const settings: { [name: string]: unknown } = {};
  const ran: { readonly command: string; readonly names: readonly string[] }[] = [];
  const shown: string[] = [];
  const trust = { isTrusted: true };
  const kept: FilesContext['remembered'] = {
    remember: (file) => Promise.resolve(void remembered.push(file)),
    find: (_connection, file) => Promise.resolve(remembered.find(({ name }) => name === file)),
    list: () => Promise.resolve(remembered),
  };
  const { services, prompts, system, documents, log, report, activity, clock, progress } =
    base.room;
  const room: FilesContext = {
    services,
    prompts,
    system,
    documents,
    log,
    report,
    activity,
    clock,
    progress,
    userFiles,
    queue,
    remembered: kept,
    localFiles: new FakeLocalFiles(),
    localFolders: new FakeLocalFolders(),
    storage: base.folder,
    showStatus: (text) => base.room.tell(text),
    secrets: new FakeSecretStorage(),
    readSetting: (name) => settings[name],
    isTrusted: () => trust.isTrusted,
    run: (command, targets) =>
      Promise.resolve(void ran.push({ command, names: targets.map(({ name }) => name) })),
    show: (place) => Promise.resolve(void shown.push(place)),
  };
  return { ...base, room, queue, remembered, settings, ran, shown, trust, connection: MINE };
}
