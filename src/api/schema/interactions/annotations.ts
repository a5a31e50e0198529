import type { MessageFamily } from '../row';
import { kind, PLACE, SNAKE, SPAN } from './shared';

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
