import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { ContentActions, type HeldContent } from './contentActions';
import './largePicture.css';

export interface LargePictureProps {
  readonly content: HeldContent;
  /** What it is, in words. */
  readonly label: string;
  /** A `data:` address. */
  readonly source: string;
  readonly onClose: () => void;
}

/** A picture as large as the panel, above everything else. The browser closes it on Escape, and gives the focus back. */
export function LargePicture({ content, label, source, onClose }: LargePictureProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class="large-picture"
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => {
        // Nothing behind it may take the key for its own.
        if (event.key === 'Escape') event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="large-picture-head">
        <bdi class="large-picture-name">{label}</bdi>
        <ContentActions content={content} picture={() => image.current}>
          <Button label={l10n.t('Close')} icon="close" bare onClick={close} />
        </ContentActions>
      </div>
      <img ref={image} class="large-picture-image" alt={label} src={source} />
    </dialog>
  );
}
