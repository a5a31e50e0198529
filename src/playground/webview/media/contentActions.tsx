import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { DEFAULT_MODE } from '../../../conversation/model/conversation';
import { mediaFile } from '../../../conversation/model/mediaFile';
import { MODES } from '../../../conversation/model/modes';
import { isTextType, mediaKind } from '../contentTypes';
import type { PanelStore } from '../state/panelStore';
import { useStore } from '../useStore';

export interface HeldContent {
  readonly mimeType: string;
  /** Base64. */
  readonly data?: string;
  readonly text?: string;
  readonly name: string;
  readonly isAnswer?: boolean;
}

interface ContentActionsProps {
  readonly content: HeldContent;
  readonly picture?: () => HTMLImageElement | null;
  readonly children?: ComponentChildren;
}

/** Actions on content. Copy supports only clipboard types: images and text. */
export function ContentActions({ content, picture, children }: ContentActionsProps): VNode {
  const store = useStore();
  const { mimeType, name } = content;
  const isText = content.text !== undefined || isTextType(mimeType);
  const isOpened = isText || mediaKind(mimeType) !== undefined;
  return (
    <div class="media-actions">
      {picture && (
        <Button
          label={l10n.t('Copy Image')}
          icon="copy"
          bare
          onClick={() => {
            const image = picture();
            if (image) void copyImage(image, store);
          }}
        />
      )}
      {isText && (
        <Button
          label={l10n.t('Copy Text')}
          icon="copy"
          bare
          onClick={() => void copyText(textOf(content), store)}
        />
      )}
      <Button
        label={l10n.t('Save As…')}
        icon="save"
        bare
        onClick={() =>
          void store.ask('saveMedia', {
            mimeType,
            data: base64Of(content),
            ...(name !== '' && { name: name.slice(-MAX_NAME_LENGTH) }),
          })
        }
      />
      {isOpened && (
        <Button
          label={l10n.t('Open in Editor')}
          icon="go-to-file"
          bare
          onClick={() => {
            if (isText) {
              void store.ask('openInEditor', { text: textOf(content), language: null });
            } else {
              void store.ask('openMedia', { mimeType, data: base64Of(content) });
            }
          }}
        />
      )}
      {content.isAnswer && canAttach(store) && (
        <Button
          label={l10n.t('Add to Next Message')}
          icon="attach"
          bare
          onClick={() => void addToNext(content, store)}
        />
      )}
      {children}
    </div>
  );
}

function canAttach({ panel }: PanelStore): boolean {
  return MODES[panel.value?.mode ?? DEFAULT_MODE].isChat === true;
}

/** Attaches model output to the next message. Raw audio samples become a file. */
async function addToNext({ mimeType, data = '' }: HeldContent, store: PanelStore): Promise<void> {
  const file = mediaFile(mimeType, data);
  const name = `${l10n.t('response')}.${file.mimeType.split('/')[1] ?? 'bin'}`;
  if (!(await store.ask('attachData', { name, ...file }))) return;
  store.announce(l10n.t('Added to the next message.'));
}

const MAX_NAME_LENGTH = 200;

function base64Of({ data, text = '' }: HeldContent): string {
  if (data !== undefined) return data;
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function textOf({ data, text }: HeldContent): string {
  if (text !== undefined || data === undefined) return text ?? '';
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

async function copyText(text: string, store: PanelStore): Promise<void> {
  if (await store.ask('copy', { text })) store.announce(l10n.t('Copied'));
}

/** PNG is the only image type that all clipboards support. */
async function copyImage(image: HTMLImageElement, store: PanelStore): Promise<void> {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (found) => (found ? resolve(found) : reject(new Error('no image'))),
        'image/png',
      );
    });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    store.announce(l10n.t('Copied'));
  } catch {
    store.tell(l10n.t('Couldn’t copy the image. Save it instead.'));
  }
}
