import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { errorMessage } from '../../../base/errors';
import { items, tryParse } from '../../../base/json';
import { Icon } from '../../../webview/kit/icon';
import { MAX_ATTACHMENTS, MAX_PASTED } from '../../../conversation/model/protocol';
import { shownName } from '../attachmentTexts';
import { typeOf } from '../contentTypes';
import type { PanelContext } from '../state/context';
import { fieldsOf, textOf } from '../jsonFields';

interface DropZoneProps {
  readonly context: Pick<PanelContext, 'ask' | 'tell' | 'format'>;
}

/**
 * Drop and paste target for the full panel. Captures events before VS Code, which would open dropped files in
 * an editor unless Shift is held.
 */
export function DropZone({ context }: DropZoneProps): VNode {
  const isOver = useSignal(false);
  useEffect(() => {
    const intake = new AttachmentIntake(context);
    const gone = new AbortController();
    const options = { capture: true, signal: gone.signal };
    const take = (event: DragEvent): DataTransfer | undefined => {
      if (!event.dataTransfer || !isAttachable(event.dataTransfer.types)) return undefined;
      event.preventDefault();
      event.stopPropagation();
      return event.dataTransfer;
    };
    const over = (event: DragEvent): void => {
      const transfer = take(event);
      if (!transfer) return;
      transfer.dropEffect = 'copy';
      isOver.value = true;
    };
    const drop = (event: DragEvent): void => {
      isOver.value = false;
      const transfer = take(event);
      if (transfer) intake.drop(transfer);
    };
    // Moving between child elements isn't leaving.
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) isOver.value = false;
    };
    // Settings fields accept only text.
    const paste = (event: ClipboardEvent): void => {
      const isSetting = event.target instanceof Element && event.target.closest('.settings');
      if (!event.clipboardData || isSetting) return;
      if (intake.paste(event.clipboardData)) event.preventDefault();
    };
    window.addEventListener('dragenter', over, options);
    window.addEventListener('dragover', over, options);
    window.addEventListener('drop', drop, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('dragend', () => (isOver.value = false), options);
    window.addEventListener('paste', paste, options);
    return () => gone.abort();
  }, [context]);
  return (
    <div class="drop-zone" aria-hidden="true" hidden={!isOver.value}>
      <div class="drop-words">
        <Icon name="attach" />
        {l10n.t('Drop to attach')}
      </div>
    </div>
  );
}

const NAME_LENGTH = 512;
const TYPE_LENGTH = 128;

/** Sends dropped and pasted items to the host as URLs, or as content if there are none. */
class AttachmentIntake {
  readonly #context: DropZoneProps['context'];

  constructor(context: DropZoneProps['context']) {
    this.#context = context;
  }

  /** Must be called during the event: its data is inaccessible later. */
  drop(transfer: DataTransfer): void {
    const uris = urisOf(transfer);
    if (uris.length > MAX_ATTACHMENTS) this.#tellTooMany();
    else if (uris.length > 0) void this.#context.ask('attachUris', { uris });
    else void this.#takeFiles(filesOf(transfer));
  }

  /** Returns whether files were pasted. Text is left to the text field. */
  paste(clipboard: DataTransfer): boolean {
    const files = [...clipboard.files];
    const text = clipboard.getData('text/plain');
    if (!shouldPasteFiles({ text, names: files.map(({ name }) => name) })) return false;
    void this.#takeFiles(filesOf(clipboard));
    return true;
  }

  async #takeFiles(files: readonly DroppedFile[]): Promise<void> {
    if (files.length > MAX_ATTACHMENTS) {
      this.#tellTooMany();
      return;
    }
    const { format, tell } = this.#context;
    // Sequential, so that only one file is in memory.
    for (const { file, isFolder } of files) {
      const name = shownName(file.name);
      if (isFolder) tell(l10n.t('{0} is a folder. Attach the files in it.', name));
      else if (file.size === 0) tell(l10n.t('{0} is empty.', name));
      else if (file.size > MAX_PASTED)
        tell(
          l10n.t(
            '{0} is larger than {1}. To upload it, use the Attach Files button below.',
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
      tell(l10n.t('Couldn’t read {0}: {1}', shownName(file.name), errorMessage(error)));
    }
  }

  #tellTooMany(): void {
    const { format, tell } = this.#context;
    tell(l10n.t('A message can have up to {0} attachments.', format.count(MAX_ATTACHMENTS)));
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

/** All dragged VS Code files. `text/uri-list` contains only the first. */
const INTERNAL_LIST = 'application/vnd.code.uri-list';
/** Older VS Code type: a JSON array of URLs. */
const RESOURCES = 'resourceurls';
const URI_LIST = 'text/uri-list';
/** Rows of the extension's tree view, as JSON with their IDs. */
const ROWS = 'application/vnd.code.tree.generativelanguage';
const FILE_NAME = /(?:^|\/)(files\/[a-z0-9-]+)$/;

interface Transfer {
  readonly types: readonly string[];
  getData(type: string): string;
}

/** Whether dragged items are attachable. Only types are known during the drag. */
export function isAttachable(types: readonly string[]): boolean {
  return types.some(
    (type) => ['Files', INTERNAL_LIST, URI_LIST, RESOURCES].includes(type) || type.startsWith(ROWS),
  );
}

/** Returns the URLs of dropped items. Empty if only content is available. */
export function urisOf(transfer: Transfer): readonly string[] {
  const internal = lines(transfer.getData(INTERNAL_LIST));
  if (internal.length > 0) return internal;
  const rows = transfer.types.filter((type) => type.startsWith(ROWS));
  const names = rows.flatMap((type) => fileNames(transfer.getData(type)));
  if (names.length > 0) return names;
  const listed = lines(transfer.getData(URI_LIST));
  if (listed.length === 0) {
    // Other apps may use the same type with non-JSON data.
    return items(tryParse(transfer.getData(RESOURCES))).filter((uri) => typeof uri === 'string');
  }
  // For images from web pages, uses the content: the host can't open the URL.
  const isWeb = listed.every((uri) => /^https?:/i.test(uri));
  return isWeb && transfer.types.includes('Files') ? [] : listed;
}

/** Parses `text/uri-list` (RFC 2483): lines that start with `#` are comments. */
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

interface Clipboard {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Whether to paste files and not text. Office apps add an image of the copied text; file managers add file
 * names as text.
 */
export function shouldPasteFiles({ text, names }: Clipboard): boolean {
  if (names.length === 0) return false;
  const written = text.trim();
  if (written === '') return true;
  const lines = written.split(/\r?\n/).map((line) => line.trim());
  return lines.every((line) => names.some((name) => line === name || line.endsWith(`/${name}`)));
}
