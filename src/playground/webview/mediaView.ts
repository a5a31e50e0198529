import * as l10n from '@vscode/l10n';
import { mediaFile, rawAudio } from '../mediaFile';
import { shownName } from './attachmentWords';
import { bareType, typeIcon } from './contentTypes';
import type { PanelContext } from './context';
import { button } from './controls';
import { element } from './dom';
import { icon } from '../../webview/kit/icon';
import type { FileSegment, MediaSegment } from './segments';

/** Content of a message as it is shown. */
export interface MediaView {
  readonly element: HTMLElement;
  /** Shows the same with more of it behind, such as a sound that still comes; false where it is something else. */
  grow(segment: MediaSegment): boolean;
}

/**
 * A picture, sound or film of a message, from the page itself: nothing is fetched. What the browser
 * can't decode is named instead.
 */
export function mediaView(initial: MediaSegment, context: PanelContext): MediaView {
  const { media, mimeType, name, isAnswer } = initial;
  let segment = initial;
  const alone = name === '' ? '' : shownName(name);
  const kind = media === 'audio' ? l10n.t('Audio') : l10n.t('Video');
  const view =
    media === 'image'
      ? element('img', {
          attributes: {
            alt: alone || (isAnswer ? l10n.t('Image of the answer') : l10n.t('Attached image')),
            decoding: 'async',
          },
        })
      : element(media, {
          attributes: { controls: '', preload: 'metadata', 'aria-label': alone || kind },
        });
  const result = element('div', { class: `part media ${media}` });
  // A sound has no face to be known by.
  if (media !== 'image' && name !== '') result.append(fileCard(fileOf(segment), context));
  result.append(view);
  view.addEventListener('error', () => {
    // What the browser can't decode can be saved all the same.
    const actions = isAnswer ? [mediaActions(() => segment, view, context)] : [];
    result.replaceChildren(fileCard(fileOf(segment), context), ...actions);
  });
  if (name !== '') view.title = alone;
  view.src = sourceOf(segment);
  if (isAnswer) result.append(mediaActions(() => segment, view, context));
  const sound = view instanceof HTMLAudioElement ? new GrowingSound(view) : undefined;
  return {
    element: result,
    grow: (now) => {
      const isSame = now.media === media && now.mimeType === mimeType && now.name === name;
      // Files have an end in their format; samples go on.
      if (!sound || !isSame || !rawAudio(mimeType) || now.size < segment.size) return false;
      segment = now;
      sound.grow(sourceOf(now));
      return true;
    },
  };
}

function sourceOf({ mimeType, data }: MediaSegment): string {
  const file = mediaFile(mimeType, data);
  return `data:${file.mimeType};base64,${file.data}`;
}

function fileOf({ name, mimeType, size }: MediaSegment): FileSegment {
  return { kind: 'file', name, mimeType, size };
}

/**
 * What can be done with a picture, a sound or a film of an answer. Only a picture can be pasted elsewhere.
 * @param now what is shown by then: a sound may still grow
 */
function mediaActions(
  now: () => MediaSegment,
  view: HTMLElement,
  context: PanelContext,
): HTMLElement {
  const content = (): Pick<MediaSegment, 'mimeType' | 'data'> => {
    const { mimeType, data } = now();
    return { mimeType, data };
  };
  const save = button({
    label: l10n.t('Save As…'),
    icon: 'save',
    bare: true,
    onClick: () => void context.ask('saveMedia', content()),
  });
  const open = button({
    label: l10n.t('Open in Editor'),
    icon: 'go-to-file',
    bare: true,
    onClick: () => void context.ask('openMedia', content()),
  });
  const copy = button({
    label: l10n.t('Copy Image'),
    icon: 'copy',
    bare: true,
    onClick: () => {
      if (view instanceof HTMLImageElement) void copyImage(view, context);
    },
  });
  const actions = now().media === 'image' ? [copy, save, open] : [save, open];
  return element('div', { class: 'media-actions' }, ...actions);
}

/** As PNG, the one type of pictures that every clipboard has. */
async function copyImage(image: HTMLImageElement, context: PanelContext): Promise<void> {
  const { announce, tell } = context;
  try {
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const picture = new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
        'image/png',
      );
    });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': await picture })]);
    announce(l10n.t('Copied'));
  } catch {
    tell(l10n.t('The image could not be copied. Save it instead.'));
  }
}

/** As far as a player in the page is needed. */
export interface SoundPlayer {
  src: string;
  /** In seconds. */
  currentTime: number;
  readonly paused: boolean;
  readonly ended: boolean;
  play(): Promise<void>;
  addEventListener(type: 'pause' | 'ended', listener: () => void): void;
}

/**
 * Gives a player the longer sound while an answer still brings more of it: at once where nobody listens, else
 * when it has played to its end, where it goes on by itself, or is paused. Its place stays.
 */
export class GrowingSound {
  readonly #player: SoundPlayer;
  #next: string | undefined;

  constructor(player: SoundPlayer) {
    this.#player = player;
    player.addEventListener('pause', () => {
      // At the end, a pause comes before it.
      if (!player.ended) this.#take();
    });
    player.addEventListener('ended', () => this.#take());
  }

  /** @param src the whole sound so far */
  grow(src: string): void {
    this.#next = src;
    if (this.#player.paused) this.#take();
  }

  #take(): void {
    const player = this.#player;
    if (this.#next === undefined) return;
    const { currentTime, ended } = player;
    player.src = this.#next;
    this.#next = undefined;
    // A new source begins at its start.
    if (currentTime > 0) player.currentTime = currentTime;
    // It may be refused, such as in a hidden page: then its button plays on.
    if (ended) player.play().catch(() => undefined);
  }
}

/** A file of a message that can only be named: its name or type, its size, and until when the service has it. */
export function fileCard(segment: FileSegment, context: PanelContext): HTMLElement {
  const { format } = context;
  const { name, mimeType, size, expiresAt, fate } = segment;
  const type = shownName(bareType(mimeType));
  const facts = [
    name === '' ? '' : type,
    size === undefined ? '' : format.bytes(size),
    fate === 'leftOut' ? l10n.t('left out: the service has it no more') : '',
    fate === 'expired' ? l10n.t('expired at the service') : '',
    fate === undefined && expiresAt !== undefined
      ? l10n.t('until {0}', format.moment(expiresAt))
      : '',
  ];
  return element(
    'div',
    { class: 'chip file-card' },
    element('span', { class: 'chip-symbol' }, icon(fate ? 'warning' : typeIcon(mimeType))),
    element('bdi', { class: 'chip-name', text: shownName(name) || type || l10n.t('File') }),
    element('span', {
      class: 'chip-facts',
      text: facts.filter((fact) => fact !== '').join(' · '),
    }),
  );
}
