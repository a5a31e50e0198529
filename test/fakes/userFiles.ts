import { AppError } from '../../src/base/errors';
import type { FileTarget } from '../../src/base/fileTarget';
import { walkFolder } from '../../src/files/walkFolder';
import type { IgnoredFiles, UserFile, UserFiles } from '../../src/files/openSource';

/** A file of the user in memory; what is said of it overrides what its content says. */
type FakeUserFile = Partial<UserFile> & { readonly content?: string };

/** Files of the user by their paths; folders are what lies before a slash. */
export class FakeUserFiles implements UserFiles {
  readonly files = new Map<string, FakeUserFile>();
  /** Paths that git ignores; undefined where it can't be asked. */
  gitIgnored: ReadonlySet<string> | undefined = new Set();
  /** Paths that are chosen when asked for. */
  picked: readonly string[] = [];
  readonly asked: { readonly folders: boolean }[] = [];
  /** Paths of files whose content was read. */
  readonly read: string[] = [];

  constructor(files: { readonly [path: string]: string | FakeUserFile } = {}) {
    for (const [path, file] of Object.entries(files)) {
      this.files.set(path, typeof file === 'string' ? { content: file } : file);
    }
  }

  inspect(target: FileTarget): Promise<UserFile> {
    const { path } = target;
    const found = this.files.get(path) ?? (this.#entries(path).length > 0 ? {} : undefined);
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!found) return Promise.reject(new AppError('fileGone', `${path} doesn’t exist.`));
    if (found.content === 'UNREADABLE') {
      return Promise.reject(new AppError('notReadable', `${path} can’t be read.`));
    }
    const { content, ...said } = found;
    const kind = content === undefined && said.size === undefined ? 'folder' : 'file';
    const size = Buffer.byteLength(content ?? '');
    return Promise.resolve({ target, name, path, kind, size, modifiedAt: 1, ...said });
  }

  async filesBelow(...[folder, patterns, signal]: Parameters<UserFiles['filesBelow']>) {
    const entriesOf = ({ path }: FileTarget) => Promise.resolve(this.#entries(path));
    return await walkFolder(folder, patterns, entriesOf, signal);
  }

  ignored(_folder: FileTarget, targets: readonly FileTarget[]): Promise<IgnoredFiles> {
    const { gitIgnored } = this;
    const files = new Set(targets.filter(({ path }) => gitIgnored?.has(path)));
    return Promise.resolve({ files, isGitUnknown: gitIgnored === undefined });
  }

  readAll({ path }: FileTarget): Promise<Uint8Array> {
    this.read.push(path);
    return Promise.resolve(Buffer.from(this.files.get(path)?.content ?? ''));
  }

  pick(options: { readonly folders: boolean }): Promise<readonly FileTarget[]> {
    this.asked.push(options);
    return Promise.resolve(this.picked.map(targetOf));
  }

  /** What an editor has of it is there from now on. */
  save({ path }: FileTarget): Promise<boolean> {
    const { isUnsaved, ...file } = this.files.get(path) ?? {};
    this.files.set(path, { ...file, content: `${file.content ?? ''} saved` });
    return Promise.resolve(isUnsaved === true);
  }

  #entries(folder: string) {
    const inside = [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
    const names = new Set(inside.map((path) => path.slice(folder.length + 1).split('/', 1)[0]));
    return [...names].map((name) => ({
      name: name ?? '',
      isFolder: !this.files.has(`${folder}/${name ?? ''}`),
    }));
  }
}

export function targetOf(path: string): FileTarget {
  return { scheme: 'file', authority: '', path };
}
