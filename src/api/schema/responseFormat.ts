import { NEW } from '../versions';
import type { MessageFamily } from './row';

export const responseFormatMessages = {
  ResponseFormatConfig: {
    versions: NEW,
    fields: {
      text: {
        type: 'TextResponseFormat',
        doc: 'Text format: plain text, or JSON with an optional schema.',
      },
      image: { type: 'ImageResponseFormat', doc: 'Size and format of images.' },
      audio: { type: 'AudioResponseFormat', doc: 'Encoding of audio.' },
    },
  },
  TextResponseFormat: {
    versions: NEW,
    fields: {
      mimeType: {
        type: 'TextResponseFormat.MimeType',
        doc: 'MIME type of the text (default: TEXT_PLAIN). A schema requires APPLICATION_JSON.',
      },
      schema: { type: 'json', doc: 'JSON Schema of a JSON response.' },
    },
  },
  'TextResponseFormat.MimeType': {
    versions: NEW,
    values: { MIME_TYPE_UNSPECIFIED: 0, APPLICATION_JSON: null, TEXT_PLAIN: null },
  },
  ImageResponseFormat: {
    versions: NEW,
    fields: {
      aspectRatio: {
        type: 'ImageResponseFormat.AspectRatio',
        doc: 'Aspect ratio of the image, such as ASPECT_RATIO_SIXTEEN_BY_NINE.',
      },
      imageSize: {
        type: 'ImageResponseFormat.ImageSize',
        doc: 'Size of the image. Default: IMAGE_SIZE_ONE_K.',
      },
      mimeType: {
        type: 'ImageResponseFormat.MimeType',
        doc: 'MIME type of the image. Only IMAGE_JPEG is supported.',
      },
      delivery: {
        type: 'ImageResponseFormat.Delivery',
        doc: 'Delivery method: INLINE to include the data in the response, or URI to return a link.',
      },
    },
  },
  'ImageResponseFormat.AspectRatio': {
    versions: NEW,
    values: {
      ASPECT_RATIO_UNSPECIFIED: 0,
      ASPECT_RATIO_ONE_BY_ONE: null,
      ASPECT_RATIO_TWO_BY_THREE: null,
      ASPECT_RATIO_THREE_BY_TWO: null,
      ASPECT_RATIO_THREE_BY_FOUR: null,
      ASPECT_RATIO_FOUR_BY_THREE: null,
      ASPECT_RATIO_FOUR_BY_FIVE: null,
      ASPECT_RATIO_FIVE_BY_FOUR: null,
      ASPECT_RATIO_NINE_BY_SIXTEEN: null,
      ASPECT_RATIO_SIXTEEN_BY_NINE: null,
      ASPECT_RATIO_TWENTY_ONE_BY_NINE: null,
      ASPECT_RATIO_ONE_BY_EIGHT: null,
      ASPECT_RATIO_EIGHT_BY_ONE: null,
      ASPECT_RATIO_ONE_BY_FOUR: null,
      ASPECT_RATIO_FOUR_BY_ONE: null,
    },
  },
  'ImageResponseFormat.ImageSize': {
    versions: NEW,
    values: {
      IMAGE_SIZE_UNSPECIFIED: 0,
      IMAGE_SIZE_FIVE_TWELVE: null,
      IMAGE_SIZE_ONE_K: null,
      IMAGE_SIZE_TWO_K: null,
      IMAGE_SIZE_FOUR_K: null,
    },
  },
  'ImageResponseFormat.MimeType': {
    versions: NEW,
    values: { MIME_TYPE_UNSPECIFIED: 0, IMAGE_JPEG: null },
  },
  'ImageResponseFormat.Delivery': {
    versions: NEW,
    values: { DELIVERY_UNSPECIFIED: 0, INLINE: null, URI: null },
  },
  AudioResponseFormat: {
    versions: NEW,
    fields: {
      mimeType: { type: 'AudioResponseFormat.MimeType', doc: 'Encoding of the audio.' },
      sampleRate: { type: 'int32', doc: 'Sample rate in hertz, such as 24000.' },
      bitRate: { type: 'int32', doc: 'Bit rate in bits per second, for compressed encodings.' },
      delivery: {
        type: 'AudioResponseFormat.Delivery',
        doc: 'Delivery method: INLINE to include the data in the response, or URI to return a link.',
      },
    },
  },
  'AudioResponseFormat.MimeType': {
    versions: NEW,
    values: {
      MIME_TYPE_UNSPECIFIED: 0,
      AUDIO_MP3: null,
      AUDIO_OGG_OPUS: null,
      AUDIO_L16: null,
      AUDIO_WAV: null,
      AUDIO_ALAW: null,
      AUDIO_MULAW: null,
    },
  },
  'AudioResponseFormat.Delivery': {
    versions: NEW,
    values: { DELIVERY_UNSPECIFIED: 0, INLINE: null, URI: null },
  },
} as const satisfies MessageFamily;
