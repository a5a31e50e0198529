import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import { items, tryParse } from '../../base/json';
import { MAX_ATTACHMENTS, MAX_PASTED } from '../protocol';
import { shownName } from './attachmentWords';
import { typeOf } from './contentTypes';
import type { PanelContext } from './context';
import { element } from './dom';
import { icon } from '../../webview/kit/icon';
import { fieldsOf, textOf } from './jsonFields';

/**
 * The whole panel as a place to drop files on and to paste them into, outlined while something is dragged over it.
 * Events are taken before VS Code's own listeners, which would otherwise take the drag away from the page to open the
 * file in an editor, unless Shift is held.
 */
export class DropZone {
  readonly element: HTMLElement;
  readonly #intake: AttachmentIntake;

  constructor(context: PanelContext) {
    this.#intake = new AttachmentIntake(context);
    this.element = element(
      'div',
      { class: 'drop-zone', attributes: { 'aria-hidden': 'true' } },
      element('div', { class: 'drop-words' }, icon('attach'), l10n.t('Drop to attach')),
    );
    this.element.hidden = true;
  }

  /** Begins to listen, on the page's window. */
  listen(page: Window): void {
    const capture = true;
    page.addEventListener('dragenter', (event) => this.#over(event), { capture });
    page.addEventListener('dragover', (event) => this.#over(event), { capture });
    page.addEventListener('drop', (event) => this.#drop(event), { capture });
    page.addEventListener('dragleave', (event) => this.#leave(event), { capture });
    page.addEventListener('dragend', () => this.#hide(), { capture });
    page.addEventListener('paste', (event) => this.#paste(event), { capture });
  }

  #over(event: DragEvent): void {
    if (!event.dataTransfer || !isAttachable(event.dataTransfer.types)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    this.element.hidden = false;
  }

  #drop(event: DragEvent): void {
    this.#hide();
    if (!event.dataTransfer || !isAttachable(event.dataTransfer.types)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#intake.drop(event.dataTransfer);
  }

  /** Fields of the settings take text only. */
  #paste(event: ClipboardEvent): void {
    const isSetting = event.target instanceof Element && event.target.closest('.settings') !== null;
    if (!event.clipboardData || isSetting) return;
    if (this.#intake.paste(event.clipboardData)) event.preventDefault();
  }

  /** From one element to the next the drag is still inside. */
  #leave(event: DragEvent): void {
    if (event.relatedTarget === null) this.#hide();
  }

  #hide(): void {
    this.element.hidden = true;
  }
}

/** Longest name and type that are told to the host. */
const NAME_LENGTH = 512;
const TYPE_LENGTH = 128;

/** Takes what is dropped and pasted to the host: addresses where it has some, else the content. */
class AttachmentIntake {
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

  async #takeFiles(files: readonly DroppedFile[]): Promise<void> {
    if (files.length > MAX_ATTACHMENTS) {
      this.#tellTooMany();
      return;
    }
    const { format, tell } = this.#context;
    // One after the other: only one is held here at a time.
    for (const { file, isFolder } of files) {
      const name = shownName(file.name);
      if (isFolder) tell(l10n.t('{0} is a folder. Attach the files in it.', name));
      else if (file.size === 0) tell(l10n.t('{0} is empty.', name));
      else if (file.size > MAX_PASTED)
        tell(
          l10n.t(
            '{0} is larger than {1}. Attach it with the button below, which uploads it.',
            name,
            format.bytes(MAX_PASTED),
          ),
        );
      else await this.#take(file);
    }
  }

  async #take(file: File): Promise<void> {
    const { tell, ask } = this.#context;
    try {
      const mimeType = (await typeOf(file)).slice(0, TYPE_LENGTH);
      const data = await base64Of(file);
      await ask('attachData', { name: file.name.slice(-NAME_LENGTH), mimeType, data });
    } catch (error) {
      tell(l10n.t('{0} could not be read: {1}', shownName(file.name), errorMessage(error)));
    }
  }

  #tellTooMany(): void {
    const { format, tell } = this.#context;
    tell(l10n.t('A message takes {0} attachments at most.', format.count(MAX_ATTACHMENTS)));
  }
}

interface DroppedFile {
  readonly file: File;
  readonly isFolder: boolean;
}

function filesOf(transfer: DataTransfer): readonly DroppedFile[] {
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

/** All files that are dragged in VS Code; `text/uri-list` has the first of them only. */
const INTERNAL_LIST = 'application/vnd.code.uri-list';
/** VS Code's older type: a JSON list of addresses. */
const RESOURCES = 'resourceurls';
const URI_LIST = 'text/uri-list';
/** Rows of our view carry their ids, in JSON. */
const ROWS = 'application/vnd.code.tree.generativelanguage';
const FILE_NAME = /(?:^|\/)(files\/[a-z0-9-]+)$/;

/** A part of `DataTransfer`, so that it can be tested without a browser. */
export interface Transfer {
  readonly types: readonly string[];
  getData(type: string): string;
}

/** Whether what is dragged could be attached; while it is dragged only the types are known. */
export function isAttachable(types: readonly string[]): boolean {
  return types.some(
    (type) => ['Files', INTERNAL_LIST, URI_LIST, RESOURCES].includes(type) || type.startsWith(ROWS),
  );
}

/** Addresses of what was dropped; none where only the content itself came. */
export function urisOf(transfer: Transfer): readonly string[] {
  const internal = lines(transfer.getData(INTERNAL_LIST));
  if (internal.length > 0) return internal;
  const rows = transfer.types.filter((type) => type.startsWith(ROWS));
  const names = rows.flatMap((type) => fileNames(transfer.getData(type)));
  if (names.length > 0) return names;
  const listed = lines(transfer.getData(URI_LIST));
  if (listed.length === 0) {
    // What is no JSON says nothing: another program may have used the same type.
    return items(tryParse(transfer.getData(RESOURCES))).filter((uri) => typeof uri === 'string');
  }
  // A picture out of a web page: what it shows came along, its address could not be opened from here.
  const isWeb = listed.every((uri) => /^https?:/i.test(uri));
  return isWeb && transfer.types.includes('Files') ? [] : listed;
}

/** The lines of a list of addresses as RFC 2483 describes it: those with `#` are comments. */
function lines(list: string): readonly string[] {
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function fileNames(rows: string): readonly string[] {
  const { itemHandles } = fieldsOf(tryParse(rows));
  return items(itemHandles).flatMap((id) => FILE_NAME.exec(textOf(id))?.[1] ?? []);
}

/** Of the clipboard, what says whether its text or its files were meant. */
interface Clipboard {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Whether the files of a clipboard are meant. Spreadsheets and word processors put a picture of their
 * text beside it: there the text is meant. File managers put the names of files beside them.
 */
export function meansFiles({ text, names }: Clipboard): boolean {
  if (names.length === 0) return false;
  const written = text.trim();
  if (written === '') return true;
  const lines = written.split(/\r?\n/).map((line) => line.trim());
  return lines.every((line) => names.some((name) => line === name || line.endsWith(`/${name}`)));
}
