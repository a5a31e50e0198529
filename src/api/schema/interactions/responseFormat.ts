import type { FieldRow, MessageFamily } from '../row';
import { kind, SNAKE, words } from './shared';

const DELIVERY = {
  type: 'interactions.ResponseFormatDelivery',
  doc: 'inline within the answer, or uri: an address to fetch it from.',
} as const satisfies FieldRow;

/** The form of an answer, for each kind of output that it may have. */
export const responseFormatMessages = {
  'interactions.InteractionResponseFormat': {
    ...SNAKE,
    oneOf: ['interactions.ResponseFormat', { list: 'interactions.ResponseFormat' }],
  },
  /** Besides those that say their type, any object is let through. */
  'interactions.ResponseFormat': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.TextResponseFormat',
      'interactions.ImageResponseFormat',
      'interactions.AudioResponseFormat',
      'interactions.VideoResponseFormat',
      'struct',
    ],
  },
  'interactions.TextResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('text'),
      mime_type: {
        type: 'interactions.TextResponseFormatMimeType',
        doc: 'A schema needs application/json.',
      },
      schema: {
        type: 'struct',
        doc: 'Shape of a JSON answer, as JSON Schema. Lengths are not enforced, numbers of items are.',
      },
    },
  },
  'interactions.TextResponseFormatMimeType': words('application/json', 'text/plain'),
  'interactions.ImageResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('image'),
      mime_type: { type: 'interactions.ImageResponseFormatMimeType', doc: 'Kind of picture.' },
      aspect_ratio: { type: 'interactions.ImageAspectRatio', doc: 'Width to height.' },
      image_size: { type: 'interactions.ImageSize', doc: 'How large it is.' },
      delivery: DELIVERY,
    },
  },
  'interactions.ImageResponseFormatMimeType': words('image/jpeg'),
  'interactions.AudioResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('audio'),
      mime_type: { type: 'interactions.AudioResponseFormatMimeType', doc: 'How it is encoded.' },
      sample_rate: { type: 'int32', doc: 'Samples in a second.' },
      bit_rate: { type: 'int32', doc: 'Bits in a second, of MP3 and Opus.' },
      delivery: DELIVERY,
    },
  },
  'interactions.AudioResponseFormatMimeType': words(
    'audio/mp3',
    'audio/ogg_opus',
    'audio/l16',
    'audio/wav',
    'audio/alaw',
    'audio/mulaw',
  ),
  'interactions.VideoResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('video'),
      aspect_ratio: {
        type: 'interactions.VideoResponseFormatAspectRatio',
        doc: 'Width to height.',
      },
      resolution: { type: 'interactions.VideoResolution', doc: 'Lines. Absent: 720p.' },
      duration: { type: 'duration', doc: 'How long it is, such as 8s.' },
      delivery: DELIVERY,
      gcs_uri: { type: 'string', reaches: 'address', doc: 'The bucket that it is put into.' },
    },
  },
  'interactions.VideoResponseFormatAspectRatio': words('16:9', '9:16'),
  'interactions.VideoResolution': words('360p', '720p', '1080p', '4k'),
  'interactions.ResponseFormatDelivery': words('inline', 'uri'),
} as const satisfies MessageFamily;
