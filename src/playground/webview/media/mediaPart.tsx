import * as l10n from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { mediaFile, rawAudio } from '../../../conversation/model/mediaFile';
import { Icon } from '../../../webview/kit/icon';
import { shownName } from '../attachmentTexts';
import { bareType, typeIcon } from '../contentTypes';
import type { Format } from '../format';
import type { FileSegment, MediaSegment } from '../segments';
import { useStore } from '../useStore';
import { ContentActions, type HeldContent } from './contentActions';
import './mediaPart.css';
import { Button } from '../../../webview/kit/button';

/**
 * An image, audio, or video from inline data. Shows a file card if the browser can't decode the data. Raw audio
 * may grow during streaming.
 */
export function MediaPart({ segment }: { readonly segment: MediaSegment }): VNode {
  const { mimeType, data } = segment;
  // Raw samples can be appended; encoded files can't.
  return <Medium key={rawAudio(mimeType) ? mimeType : data} segment={segment} />;
}

function Medium({ segment }: { readonly segment: MediaSegment }): VNode {
  const { media, mimeType, data, name } = segment;
  const isNamed = media !== 'image' && name !== '';
  const isBroken = useSignal(false);
  const source = useMemo(() => sourceOf(mimeType, data), [mimeType, data]);
  const shown: ShownMedia = {
    segment,
    source,
    onError: () => (isBroken.value = true),
  };
  return (
    <div class={`part media ${media}`}>
      {isBroken.value ? (
        <FileCard segment={fileOf(segment)} />
      ) : (
        <>
          {/* Audio needs a visible label. */}
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

interface ShownMedia {
  readonly segment: MediaSegment;
  readonly source: string;
  readonly onError: () => void;
}

function Picture({ segment, source, onError }: ShownMedia): VNode {
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
        onClick={() => (isLarge.value = true)}
      >
        <img ref={image} alt={label} decoding="async" src={source} onError={onError} />
      </button>
      <ContentActions content={segment} picture={() => image.current} />
      {isLarge.value && (
        <LargePicture
          content={segment}
          label={label}
          source={source}
          onClose={() => (isLarge.value = false)}
        />
      )}
    </>
  );
}

function Sound({ segment, source, onError }: ShownMedia): VNode {
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

function Film({ segment, source, onError }: ShownMedia): VNode {
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
  readonly label: string;
  readonly source: string;
  readonly onClose: () => void;
}

/** A full-size image in a modal dialog. The browser handles Escape and the focus. */
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
        // Otherwise Escape would also stop a streaming response.
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
 * Updates a player while audio streams: immediately if idle, otherwise when the player ends or pauses.
 * Retains the position.
 */
export class GrowingSound {
  readonly #player: SoundPlayer;
  #next: string | undefined;

  constructor(player: SoundPlayer) {
    this.#player = player;
    player.addEventListener('pause', () => {
      // Browsers fire `pause` before `ended`.
      if (!player.ended) this.#take();
    });
    player.addEventListener('ended', () => this.#take());
  }

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
    // A new source resets the position.
    if (currentTime > 0) player.currentTime = currentTime;
    // Autoplay may be blocked, such as in hidden pages. The user can press play.
    if (ended) player.play().catch(() => undefined);
  }
}

export function FileCard({ segment }: { readonly segment: FileSegment }): VNode {
  const { format } = useStore();
  const { name, mimeType, fate, reread } = segment;
  const label = shownName(name) || shownName(bareType(mimeType)) || l10n.t('File');
  const isHeld = segment.data !== undefined || segment.text !== undefined;
  return (
    <div class="chip file-card" role="group" aria-label={label}>
      <span class="chip-symbol">
        <Icon name={fate || reread === 'gone' ? 'warning' : typeIcon(mimeType)} />
      </span>
      <bdi class="chip-name">{label}</bdi>
      <span class="chip-facts">{factsOf(segment, format).join(' · ')}</span>
      {isHeld && <ContentActions content={segment} />}
    </div>
  );
}

function factsOf(segment: FileSegment, format: Format): readonly string[] {
  const { name, mimeType, size, expiresAt, fate, reread } = segment;
  const facts = [
    name === '' ? '' : shownName(bareType(mimeType)),
    size === undefined ? '' : format.bytes(size),
    fate === 'leftOut' ? l10n.t('not included: no longer on the server') : '',
    reread === 'changed' ? l10n.t('changed, read again') : '',
    reread === 'gone' ? l10n.t('no longer readable, sent unchanged') : '',
    fate === 'expired' ? l10n.t('expired on the server') : '',
    fate === undefined && expiresAt !== undefined
      ? l10n.t('until {0}', format.moment(expiresAt))
      : '',
  ];
  return facts.filter((fact) => fact !== '');
}
