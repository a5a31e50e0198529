import * as l10n from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { mediaFile, rawAudio } from '../../../conversation/model/mediaFile';
import { shownName } from '../attachmentWords';
import type { FileSegment, MediaSegment } from '../segments';
import { ContentActions } from './contentActions';
import { FileCard } from './fileCard';
import { GrowingSound } from './growingSound';
import { LargePicture } from './largePicture';
import './mediaPart.css';

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
  const label = alone || (isAnswer ? l10n.t('Image of the answer') : l10n.t('Attached image'));
  return (
    <>
      <button
        type="button"
        class="picture"
        title={alone || undefined}
        aria-label={l10n.t('Show large: {0}', label)}
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
