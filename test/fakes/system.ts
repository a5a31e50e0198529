import type { PickedFile, System } from '../../src/platform/system';

/** A machine of which a test sees what was opened and copied, and says what is picked. */
export class FakeSystem implements System {
  remoteHost: string | undefined;
  readonly opened: string[] = [];
  readonly copied: string[] = [];
  /** What the clipboard has. */
  clipboard = '';
  readonly asked: string[] = [];
  readonly files: (PickedFile | undefined)[] = [];
  /** Whether a browser can be opened. */
  canOpen = true;
  map: (address: string) => Promise<string> = (address) => Promise.resolve(address);

  openExternal(address: string): Promise<boolean> {
    this.opened.push(address);
    return Promise.resolve(this.canOpen);
  }

  openFile(path: string): Promise<void> {
    this.opened.push(path);
    return Promise.resolve();
  }

  asExternal(address: string): Promise<string> {
    return this.map(address);
  }

  copy(text: string): Promise<void> {
    this.copied.push(text);
    return Promise.resolve();
  }

  paste(): Promise<string> {
    return Promise.resolve(this.clipboard);
  }

  pickFile({ title }: { readonly title: string }): Promise<PickedFile | undefined> {
    this.asked.push(title);
    if (this.files.length === 0) throw new Error(`No file is left for: ${title}`);
    return Promise.resolve(this.files.shift());
  }
}
