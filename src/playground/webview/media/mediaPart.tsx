import * as l10n from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { mediaFile, rawAudio } from '../../../conversation/model/mediaFile';
import { shownName } from '../attachmentWords';
import type { FileSegment, MediaSegment } from '../segments';
import { ContentActions, type HeldContent } from './contentActions';
import { FileCard } from './fileCard';
import './mediaPart.css';
import { Button } from '../../../webview/kit/button';
import './largePicture.css';

/**
 * A picture, sound or film of a message, from the page itself: nothing is fetched. What the browser can't decode is
 * named instead. A sound of samples may grow while it comes; anything else is another one where its content is.
 */
export function MediaPart({ segment }: { readonly segment: MediaSegment }): VNode {
  const { mimeType, data } = segment;
  // Files have an end in their format; samples go on.
  return <Medium key={rawAudio(mimeType) ? mimeType : data} segment={segment} />;
}

function Medium({ segment }: { readonly segment: MediaSegment }): VNode {
  const { media, mimeType, data, name } = segment;
  const isNamed = media !== 'image' && name !== '';
  const isBroken = useSignal(false);
  const source = useMemo(() => sourceOf(mimeType, data), [mimeType, data]);
  const shown: Shown = {
    segment,
    source,
    onError: () => {
      isBroken.value = true;
    },
  };
  return (
    <div class={`part media ${media}`}>
      {isBroken.value ? (
        <FileCard segment={fileOf(segment)} />
      ) : (
        <>
          {/* A sound has no face to be known by. */}
          {isNamed && <FileCard segment={fileOf(segment)} />}
          {media === 'image' && <Picture {...shown} />}
          {media === 'audio' && <Sound {...shown} />}
          {media === 'video' && <Film {...shown} />}
          {media !== 'image' && !isNamed && <ContentActions content={segment} />}
        </>
      )}
    </div>
  );
}

interface Shown {
  readonly segment: MediaSegment;
  /** A `data:` address. */
  readonly source: string;
  readonly onError: () => void;
}

function Picture({ segment, source, onError }: Shown): VNode {
  const isLarge = useSignal(false);
  const image = useRef<HTMLImageElement>(null);
  const { name, isAnswer } = segment;
  const alone = name === '' ? '' : shownName(name);
  const label = alone || (isAnswer ? l10n.t('Generated image') : l10n.t('Attached image'));
  return (
    <>
      <button
        type="button"
        class="picture"
        title={alone || undefined}
        aria-label={l10n.t('Enlarge: {0}', label)}
        aria-haspopup="dialog"
        onClick={() => {
          isLarge.value = true;
        }}
      >
        <img ref={image} alt={label} decoding="async" src={source} onError={onError} />
      </button>
      <ContentActions content={segment} picture={() => image.current} />
      {isLarge.value && (
        <LargePicture
          content={segment}
          label={label}
          source={source}
          onClose={() => {
            isLarge.value = false;
          }}
        />
      )}
    </>
  );
}

function Sound({ segment, source, onError }: Shown): VNode {
  const player = useRef<HTMLAudioElement>(null);
  const sound = useRef<GrowingSound>(undefined);
  useLayoutEffect(() => {
    if (!player.current) return;
    sound.current ??= new GrowingSound(player.current);
    sound.current.grow(source);
  }, [source]);
  const label = shownName(segment.name) || l10n.t('Audio');
  return <audio ref={player} controls preload="metadata" aria-label={label} onError={onError} />;
}

function Film({ segment, source, onError }: Shown): VNode {
  const label = shownName(segment.name) || l10n.t('Video');
  return <video controls preload="metadata" aria-label={label} src={source} onError={onError} />;
}

function sourceOf(mimeType: string, data: string): string {
  const file = mediaFile(mimeType, data);
  return `data:${file.mimeType};base64,${file.data}`;
}

function fileOf({ name, mimeType, size, data }: MediaSegment): FileSegment {
  return { kind: 'file', name, mimeType, size, data };
}

interface LargePictureProps {
  readonly content: HeldContent;
  /** What it is, in words. */
  readonly label: string;
  /** A `data:` address. */
  readonly source: string;
  readonly onClose: () => void;
}

/** A picture as large as the panel, above everything else. The browser closes it on Escape, and gives the focus back. */
function LargePicture({ content, label, source, onClose }: LargePictureProps): VNode {
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
