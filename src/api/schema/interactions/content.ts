import type { MessageFamily } from '../row';
import { kind, MEDIA, PLACE, RESOLUTION, SNAKE, SOUND, SPAN, words } from './shared';

export const contentMessages = {
  'interactions.Content': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.TextContent',
      'interactions.ImageContent',
      'interactions.AudioContent',
      'interactions.DocumentContent',
      'interactions.VideoContent',
    ],
  },
  'interactions.TextContent': {
    ...SNAKE,
    fields: {
      type: kind('text'),
      text: { type: 'string', required: true, doc: 'Text content.' },
      annotations: {
        type: 'interactions.Annotation',
        repeated: true,
        doc: 'Citations and speech annotations for parts of the text.',
      },
    },
  },
  'interactions.ImageContent': {
    ...SNAKE,
    fields: {
      type: kind('image'),
      mime_type: { type: 'interactions.ImageContentMimeType', doc: 'MIME type of the image.' },
      ...MEDIA,
      resolution: RESOLUTION,
    },
  },
  'interactions.ImageContentMimeType': words(
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/heic',
    'image/heif',
    'image/gif',
    'image/bmp',
    'image/tiff',
  ),
  'interactions.AudioContent': {
    ...SNAKE,
    fields: {
      type: kind('audio'),
      mime_type: { type: 'interactions.AudioContentMimeType', doc: 'MIME type of the audio.' },
      ...MEDIA,
      ...SOUND,
    },
  },
  'interactions.AudioContentMimeType': words(
    'audio/wav',
    'audio/mp3',
    'audio/aiff',
    'audio/aac',
    'audio/ogg',
    'audio/flac',
    'audio/mpeg',
    'audio/m4a',
    'audio/l16',
    'audio/opus',
    'audio/alaw',
    'audio/mulaw',
    'audio/webm',
  ),
  'interactions.DocumentContent': {
    ...SNAKE,
    fields: {
      type: kind('document'),
      mime_type: {
        type: 'interactions.DocumentContentMimeType',
        doc: 'MIME type of the document.',
      },
      ...MEDIA,
    },
  },
  'interactions.DocumentContentMimeType': words(
    'application/pdf',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.ms-powerpoint',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel',
    'application/vnd.oasis.opendocument.spreadsheet',
  ),
  'interactions.VideoContent': {
    ...SNAKE,
    fields: {
      type: kind('video'),
      mime_type: { type: 'interactions.VideoContentMimeType', doc: 'MIME type of the video.' },
      ...MEDIA,
      name: { type: 'string', doc: 'Name the model can use to refer to the video.' },
      resolution: RESOLUTION,
      processing: { type: 'interactions.VideoProcessing', doc: 'Video processing mode.' },
    },
  },
  'interactions.VideoContentMimeType': words(
    'video/mp4',
    'video/mpeg',
    'video/mpg',
    'video/mov',
    'video/avi',
    'video/x-flv',
    'video/webm',
    'video/wmv',
    'video/3gpp',
  ),
  'interactions.VideoProcessing': {
    ...SNAKE,
    by: 'type',
    oneOf: ['interactions.VideoProcessingEnum', 'interactions.StaticMediaProcessing'],
  },
  'interactions.VideoProcessingEnum': words('static', 'agentic'),
  'interactions.StaticMediaProcessing': {
    ...SNAKE,
    fields: {
      type: kind('static'),
      fps: { type: 'double', doc: 'Number of frames to process per second.' },
      start_offset: { type: 'duration', doc: 'Start time, such as 10.5s.' },
      end_offset: { type: 'duration', doc: 'End time, such as 30s.' },
    },
  },
  'interactions.MediaResolution': words('low', 'medium', 'high', 'ultra_high'),
} as const satisfies MessageFamily;

export const annotationMessages = {
  'interactions.Annotation': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.URLCitation',
      'interactions.FileCitation',
      'interactions.PlaceCitation',
      'interactions.SpeechAnnotation',
      'interactions.WordInfo',
    ],
  },
  'interactions.URLCitation': {
    ...SNAKE,
    fields: {
      type: kind('url_citation'),
      ...SPAN,
      url: { type: 'string', doc: 'URL of the page.' },
      title: { type: 'string', doc: 'Title of the page.' },
    },
  },
  'interactions.FileCitation': {
    ...SNAKE,
    fields: {
      type: kind('file_citation'),
      ...SPAN,
      file_name: { type: 'string', doc: 'Name of the file.' },
      document_uri: { type: 'string', doc: 'URI of the file.' },
      source: { type: 'string', doc: 'The cited passage or its title.' },
      page_number: { type: 'int32', doc: 'Page number in the document.' },
      media_id: { type: 'string', doc: 'ID of the image in the document.' },
      custom_metadata: { type: 'struct', doc: 'Custom metadata of the document.' },
    },
  },
  'interactions.PlaceCitation': {
    ...SNAKE,
    fields: { type: kind('place_citation'), ...SPAN, ...PLACE },
  },
  'interactions.ReviewSnippet': {
    ...SNAKE,
    fields: {
      review_id: { type: 'string', doc: 'ID of the review.' },
      title: { type: 'string', doc: 'Title of the review.' },
      url: { type: 'string', doc: 'Google Maps URL.' },
    },
  },
  'interactions.SpeechAnnotation': {
    ...SNAKE,
    fields: {
      type: kind('speech_metadata'),
      ...SPAN,
      speaker: { type: 'string', doc: 'Speaker of the text.' },
      style: { type: 'string', doc: 'Speaking style.' },
    },
  },
  'interactions.WordInfo': {
    ...SNAKE,
    fields: {
      type: kind('word_info'),
      ...SPAN,
      text: { type: 'string', doc: 'The transcribed word.' },
      start_offset: { type: 'duration', doc: 'Start time in the audio.' },
      end_offset: { type: 'duration', doc: 'End time in the audio.' },
      speaker: { type: 'string', doc: 'Speaker of the word.' },
    },
  },
} as const satisfies MessageFamily;
