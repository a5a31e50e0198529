import type { MessageFamily } from '../row';
import { kind, PLACE, SNAKE, SPAN } from './shared';

/** What a text says of parts of itself: where they come from, who speaks them, and when. */
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
      url: { type: 'string', doc: 'The page.' },
      title: { type: 'string', doc: 'What the page is called.' },
    },
  },
  'interactions.FileCitation': {
    ...SNAKE,
    fields: {
      type: kind('file_citation'),
      ...SPAN,
      file_name: { type: 'string', doc: 'The file.' },
      document_uri: { type: 'string', doc: 'Where the file is.' },
      source: { type: 'string', doc: 'The passage, or what it is called.' },
      page_number: { type: 'int32', doc: 'The page of the document.' },
      media_id: { type: 'string', doc: 'The picture within the document.' },
      custom_metadata: { type: 'struct', doc: 'What was kept with the document.' },
    },
  },
  'interactions.PlaceCitation': {
    ...SNAKE,
    fields: { type: kind('place_citation'), ...SPAN, ...PLACE },
  },
  'interactions.ReviewSnippet': {
    ...SNAKE,
    fields: {
      review_id: { type: 'string', doc: 'The review.' },
      title: { type: 'string', doc: 'What the review is called.' },
      url: { type: 'string', doc: 'Its page in Google Maps.' },
    },
  },
  'interactions.SpeechAnnotation': {
    ...SNAKE,
    fields: {
      type: kind('speech_metadata'),
      ...SPAN,
      speaker: { type: 'string', doc: 'Who is to say it.' },
      style: { type: 'string', doc: 'How it is to be said.' },
    },
  },
  'interactions.WordInfo': {
    ...SNAKE,
    fields: {
      type: kind('word_info'),
      ...SPAN,
      text: { type: 'string', doc: 'The word that was heard.' },
      start_offset: { type: 'duration', doc: 'When it begins in the sound.' },
      end_offset: { type: 'duration', doc: 'When it ends in the sound.' },
      speaker: { type: 'string', doc: 'Who said it.' },
    },
  },
} as const satisfies MessageFamily;
