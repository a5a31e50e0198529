import { errorMessage } from '../../../base/errors';
import { MAX_ATTACHMENTS, MAX_PASTED } from '../../protocol';
import type { PanelContext } from '../context';
import { fill } from '../fill';
import { meansFiles } from './pasted';
import { shownName } from './shownName';
import { urisOf } from './transfer';
import { typeOf } from './typeOf';

/** Longest name and type that are told to the host. */
const NAME_LENGTH = 512;
const TYPE_LENGTH = 128;

/** Takes what is dropped and pasted to the host: addresses where it has some, else the content. */
export class Incoming {
  readonly #context: PanelContext;

  constructor(context: PanelContext) {
    this.#context = context;
  }

  /** To be called while the event is handled: what it carries can't be read later. */
  drop(transfer: DataTransfer): void {
    const uris = urisOf(transfer);
    if (uris.length > MAX_ATTACHMENTS) this.#tellTooMany();
    else if (uris.length > 0) void this.#context.ask('attachUris', { uris });
    else void this.#takeFiles(filesOf(transfer));
  }

  /** Answers whether it was files; text is left to the text field. */
  paste(clipboard: DataTransfer): boolean {
    const files = [...clipboard.files];
    const text = clipboard.getData('text/plain');
    if (!meansFiles({ text, names: files.map(({ name }) => name) })) return false;
    void this.#takeFiles(filesOf(clipboard));
    return true;
  }

  async #takeFiles(files: readonly Incomer[]): Promise<void> {
    if (files.length > MAX_ATTACHMENTS) {
      this.#tellTooMany();
      return;
    }
    const { strings, format, tell } = this.#context;
    // One after the other: only one is held here at a time.
    for (const { file, isFolder } of files) {
      const name = shownName(file.name);
      if (isFolder) tell(fill(strings.folderDropped, name));
      else if (file.size === 0) tell(fill(strings.emptyFile, name));
      else if (file.size > MAX_PASTED) tell(fill(strings.tooLarge, name, format.bytes(MAX_PASTED)));
      else await this.#take(file);
    }
  }

  async #take(file: File): Promise<void> {
    const { strings, tell, ask } = this.#context;
    try {
      const mimeType = (await typeOf(file)).slice(0, TYPE_LENGTH);
      const data = await base64Of(file);
      await ask('attachData', { name: file.name.slice(-NAME_LENGTH), mimeType, data });
    } catch (error) {
      tell(fill(strings.unreadable, shownName(file.name), errorMessage(error)));
    }
  }

  #tellTooMany(): void {
    const { strings, format, tell } = this.#context;
    tell(fill(strings.tooManyAttachments, format.count(MAX_ATTACHMENTS)));
  }
}

interface Incomer {
  readonly file: File;
  readonly isFolder: boolean;
}

function filesOf(transfer: DataTransfer): readonly Incomer[] {
  return [...transfer.items].flatMap((item) => {
    const file = item.getAsFile();
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory === true }] : [];
  });
}

/** The content of a file in base64; the browser reads and encodes it off the page's thread. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error());
    reader.onload = () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : '');
    };
    reader.readAsDataURL(file);
  });
}
