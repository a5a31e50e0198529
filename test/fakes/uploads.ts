import type { JsonObject } from '../../src/api/schema/row';
import { AppError, CancelledError } from '../../src/base/errors';
import type { FileTarget } from '../../src/base/fileTarget';
import type {
  LocalFile,
  RememberedFile,
  Uploads,
  UploadWatch,
} from '../../src/platform/localFiles';

/** A file of the user, in memory. */
export interface FakeFile {
  readonly mimeType: string;
  /** A number stands for so many bytes that nobody reads. */
  readonly content: Uint8Array | number;
}

/** A file on its way, which ends when the test says so. */
export class FakeUpload {
  readonly connection: string;
  readonly name: string;
  readonly watch: UploadWatch;
  readonly #settled = Promise.withResolvers<JsonObject>();

  constructor(connection: string, name: string, watch: UploadWatch) {
    this.connection = connection;
    this.name = name;
    this.watch = watch;
    watch.signal.addEventListener('abort', () => this.fail(new CancelledError()));
    // Nobody may wait for it any more when it fails.
    this.#settled.promise.catch(() => undefined);
  }

  get result(): Promise<JsonObject> {
    return this.#settled.promise;
  }

  get isCancelled(): boolean {
    return this.watch.signal.aborted;
  }

  finish(file: JsonObject): void {
    this.#settled.resolve(file);
  }

  fail(error: Error): void {
    this.#settled.reject(error);
  }
}

/** Files of the user by their paths, and uploads in the hands of the test. */
export class FakeUploads implements Uploads {
  readonly files = new Map<string, FakeFile>();
  readonly started: FakeUpload[] = [];
  readonly again: FakeUpload[] = [];
  /** By address or resource name. */
  readonly remembered = new Map<string, RememberedFile>();
  /** Paths that git ignores; undefined where it can't be asked. */
  gitIgnored: readonly string[] | undefined = [];
  /** Paths that are chosen when asked for. */
  picked: readonly string[] = [];

  get last(): FakeUpload {
    return lastOf(this.started);
  }

  get lastAgain(): FakeUpload {
    return lastOf(this.again);
  }

  /** What was uploaded into folders of environments: the folder's name, and paths. */
  readonly into: (readonly [folder: string, ...paths: readonly string[]])[] = [];

  uploadInto({ name }: { readonly name: string }, targets: readonly FileTarget[]): Promise<void> {
    this.into.push([name, ...targets.map(({ path }) => path)]);
    return Promise.resolve();
  }

  async inspect(target: FileTarget): Promise<LocalFile> {
    const { path } = target;
    const file = this.files.get(path);
    if (!file) throw new AppError('fileGone', `${path} doesn’t exist.`);
    const { mimeType, content } = file;
    const size = typeof content === 'number' ? content : content.length;
    return {
      target,
      path,
      size,
      mimeType,
      name: path.split('/').at(-1) ?? '',
      async readAll(limit) {
        if (size > limit) throw new AppError('tooLarge', `${path} is too large.`);
        if (typeof content === 'number') return new Uint8Array(content);
        return content;
      },
    };
  }

  async ignored(targets: readonly FileTarget[]): Promise<ReadonlySet<FileTarget> | undefined> {
    const { gitIgnored } = this;
    return gitIgnored && new Set(targets.filter(({ path }) => gitIgnored.includes(path)));
  }

  async pick(): Promise<readonly FileTarget[]> {
    return this.picked.map((path) => ({ scheme: 'file', authority: '', path }));
  }

  upload(connection: string, { name }: LocalFile, watch: UploadWatch): Promise<JsonObject> {
    const upload = new FakeUpload(connection, name, watch);
    this.started.push(upload);
    return upload.result;
  }

  async sourceOf(_connection: string, file: string): Promise<RememberedFile | undefined> {
    return this.remembered.get(file);
  }

  uploadAgain(connection: string, file: string, watch: UploadWatch): Promise<JsonObject> {
    const upload = new FakeUpload(connection, file, watch);
    this.again.push(upload);
    return upload.result;
  }
}

function lastOf(uploads: readonly FakeUpload[]): FakeUpload {
  const last = uploads.at(-1);
  if (!last) throw new Error('Nothing is uploaded.');
  return last;
}
