import * as l10n from '@vscode/l10n';
import type { ComponentChild, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ChipList, type ChipRow } from '../../../webview/kit/chip';
import { Icon, type IconName } from '../../../webview/kit/icon';
import type { EditorPlace } from '../../../conversation/model/calls';
import { placeOf } from '../../../conversation/model/turns';
import type { Draft, EditorPiece } from '../../../conversation/model/conversation';
import type { Attachment, AttachmentData } from '../../../conversation/model/protocol';
import { shownName, spokenAttachment, stateText } from '../attachmentTexts';
import { estimateTokens } from './composerHint';
import { bareType, mediaKind, typeIcon } from '../contentTypes';
import type { PanelContext } from '../state/context';
import type { DraftStore } from '../state/draft';

interface AttachmentStripProps {
  readonly context: Pick<PanelContext, 'ask' | 'call' | 'format'>;
  readonly draft: DraftStore;
  readonly attachments: readonly Attachment[];
}

export function AttachmentStrip({ context, draft, attachments }: AttachmentStripProps): VNode {
  const { format, ask } = context;
  const change = (next: (draft: Draft) => Partial<Draft>): void => {
    const now = draft.peek();
    draft.value = { ...now, ...next(now) };
  };
  const chips = [
    ...attachments.map((attachment) => attachmentChip(attachment, context)),
    ...draft.pieces.value.map(({ value, bytes }, index) =>
      pieceChip(value, index, format.bytes(bytes), {
        open: () => void ask('showPlace', placeIn(value)),
        remove: () => change(({ pieces }) => ({ pieces: pieces.filter((one) => one !== value) })),
      }),
    ),
    ...draft.held.value.map(({ bytes }, index) =>
      heldChip(index, format.bytes(bytes), () =>
        change(({ held }) => ({ held: held.filter((_, at) => at !== index) })),
      ),
    ),
  ];
  return <ChipList label={l10n.t('Attachments')} chips={chips} onLeft={draft.focus} />;
}

const STATE_ROWS: {
  readonly [S in Attachment['state']]?: {
    readonly icon: IconName;
    readonly look: NonNullable<ChipRow['state']>;
  };
} = {
  reading: { icon: 'loading', look: 'busy' },
  sending: { icon: 'loading', look: 'busy' },
  processing: { icon: 'loading', look: 'busy' },
  failed: { icon: 'error', look: 'failed' },
  expired: { icon: 'warning', look: 'expired' },
};

type Context = AttachmentStripProps['context'];

const REFERENCE_ICONS = { file: 'code', folder: 'folder' } as const;

function tokensText(bytes: number, format: Context['format']): string {
  return l10n.t('about {0} tokens', format.count(estimateTokens(bytes)));
}

function attachmentChip(attachment: Attachment, context: Context): ChipRow {
  const { id, name, state, size, part, reference } = attachment;
  const { format, ask } = context;
  const words = [
    size === undefined ? '' : format.bytes(size),
    // The text is sent as it is, so its size says enough.
    size === undefined || !reference ? '' : tokensText(size, format),
    stateText(attachment, format),
  ];
  const isBroken = state === 'failed' || state === 'expired';
  return {
    id,
    // API files show their display name once it is loaded.
    name: shownName(name),
    facts: words.filter((word) => word !== '').join(' · '),
    spoken: spokenAttachment(attachment, format),
    symbol: <AttachmentSymbol key={id} attachment={attachment} context={context} />,
    state: STATE_ROWS[state]?.look,
    ...(state === 'sending' && { part }),
    ...(isBroken && {
      mend: {
        label: state === 'expired' ? l10n.t('Upload Again') : l10n.t('Retry'),
        run: () => void ask('retryAttachment', { id }),
      },
    }),
    remove: { label: l10n.t('Remove {0}', shownName(name)), run: () => void ask('detach', { id }) },
  };
}

function pieceChip(
  piece: EditorPiece,
  index: number,
  size: string,
  { open, remove }: { readonly open: () => void; readonly remove: () => void },
): ChipRow {
  const file = piece.path.replace(/^.*[/\\]/, '');
  const place = shownName(placeOf(piece));
  return {
    id: `piece ${index} ${placeOf(piece)}`,
    name: shownName(placeOf({ ...piece, path: file })),
    spoken: [place, size, l10n.t('sent before the text')].join(', '),
    symbol: <Icon name="code" />,
    open: { label: l10n.t('Show {0} in the Editor', place), run: open },
    remove: { label: l10n.t('Remove {0}', place), run: remove },
  };
}

function placeIn({ uri, lines }: EditorPiece): EditorPlace {
  return { uri, ...(lines && { lines }) };
}

/** Returns the chip of a pasted text that is too long for the text field. */
function heldChip(index: number, size: string, onRemove: () => void): ChipRow {
  const name = l10n.t('Pasted text, {0}', size);
  return {
    id: `held ${index}`,
    name,
    spoken: [name, l10n.t('sent after the text')].join(', '),
    symbol: <Icon name="file" />,
    remove: { label: l10n.t('Remove {0}', name), run: onRemove },
  };
}

interface SymbolProps {
  readonly attachment: Attachment;
  readonly context: Pick<PanelContext, 'call'>;
}

/** Thumbnail size, in CSS pixels. */
const SIZE = 20;

function AttachmentSymbol({ attachment, context }: SymbolProps): ComponentChild {
  const { id, state, mimeType, hasData, reference } = attachment;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const isPicture = hasData && mediaKind(mimeType) === 'image';
  useEffect(() => {
    if (!isPicture) return;
    const gone = new AbortController();
    context
      .call('attachmentData', { id }, gone.signal)
      .then(async (content) => {
        if (!canvas.current) return;
        await draw(content, canvas.current);
        if (!gone.signal.aborted) setDrawn(true);
      })
      // Keeps the type icon if the image is missing or invalid.
      .catch(() => undefined);
    return () => gone.abort();
  }, [id, isPicture]);
  const icon = STATE_ROWS[state]?.icon;
  const isShown = isDrawn && !icon;
  return (
    <>
      {!isShown && (
        <Icon name={icon ?? (reference ? REFERENCE_ICONS[reference] : typeIcon(mimeType))} />
      )}
      {isPicture && <canvas class="thumbnail" aria-hidden="true" ref={canvas} hidden={!isShown} />}
    </>
  );
}

/**
 * Draws a center-cropped square thumbnail and releases the decoded image.
 * @throws {Error} if not valid base64, or if the browser can't decode the image
 */
async function draw({ mimeType, data }: AttachmentData, canvas: HTMLCanvasElement): Promise<void> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: bareType(mimeType) }));
  try {
    const size = Math.round(SIZE * window.devicePixelRatio);
    canvas.width = size;
    canvas.height = size;
    const edge = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
    const paper = canvas.getContext('2d');
    if (!paper) throw new Error('canvas is unavailable');
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(picture, left, top, edge, edge, 0, 0, size, size);
  } finally {
    picture.close();
  }
}
