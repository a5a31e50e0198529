import type { FieldRow, MessageFamily } from '../row';
import { kind, SNAKE, words } from './shared';

const DELIVERY = {
  type: 'interactions.ResponseFormatDelivery',
  doc: 'inline returns the data in the response. uri returns a URL to download it from.',
} as const satisfies FieldRow;

export const responseFormatMessages = {
  'interactions.InteractionResponseFormat': {
    ...SNAKE,
    oneOf: ['interactions.ResponseFormat', { list: 'interactions.ResponseFormat' }],
  },
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
        doc: 'MIME type of the text. A schema requires application/json.',
      },
      schema: {
        type: 'struct',
        doc: 'JSON Schema of a JSON response. Enforces the number of items, but not string lengths.',
      },
    },
  },
  'interactions.TextResponseFormatMimeType': words('application/json', 'text/plain'),
  'interactions.ImageResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('image'),
      mime_type: {
        type: 'interactions.ImageResponseFormatMimeType',
        doc: 'MIME type of the image.',
      },
      aspect_ratio: {
        type: 'interactions.ImageAspectRatio',
        doc: 'Aspect ratio (width to height).',
      },
      image_size: { type: 'interactions.ImageSize', doc: 'The size.' },
      delivery: DELIVERY,
    },
  },
  'interactions.ImageResponseFormatMimeType': words('image/jpeg'),
  'interactions.AudioResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('audio'),
      mime_type: {
        type: 'interactions.AudioResponseFormatMimeType',
        doc: 'MIME type of the audio.',
      },
      sample_rate: { type: 'int32', doc: 'Sample rate in samples per second.' },
      bit_rate: { type: 'int32', doc: 'Bit rate in bits per second. MP3 and Opus only.' },
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
        doc: 'Aspect ratio (width to height).',
      },
      resolution: { type: 'interactions.VideoResolution', doc: 'Lines. Absent: 720p.' },
      duration: { type: 'duration', doc: 'Duration of the video, such as 8s.' },
      delivery: DELIVERY,
      gcs_uri: { type: 'string', reaches: 'address', doc: 'URI of the output bucket.' },
    },
  },
  'interactions.VideoResponseFormatAspectRatio': words('16:9', '9:16'),
  'interactions.VideoResolution': words('360p', '720p', '1080p', '4k'),
  'interactions.ResponseFormatDelivery': words('inline', 'uri'),
} as const satisfies MessageFamily;
