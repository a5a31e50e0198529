import type { MessageFamily } from '../row';
import {
  IS_ERROR,
  kind,
  MEDIA,
  outdated,
  RESOLUTION,
  SIGNATURE,
  SNAKE,
  SOUND,
  words,
} from './shared';
import {
  CODE_CALL,
  CODE_RESULT,
  FUNCTION_RESULT,
  MAPS_CALL,
  MAPS_FOUND,
  MCP_CALL,
  MCP_RESULT,
  RETRIEVAL_CALL,
  SEARCH_CALL,
  SEARCH_RESULT,
  URL_CALL,
  URL_RESULT,
} from './toolUse';

export const deltaMessages = {
  'interactions.StepDeltaData': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.TextDelta',
      'interactions.TextAnnotationDelta',
      'interactions.ThoughtSummaryDelta',
      'interactions.ThoughtSignatureDelta',
      'interactions.ArgumentsDelta',
      'interactions.ImageDelta',
      'interactions.AudioDelta',
      'interactions.DocumentDelta',
      'interactions.VideoDelta',
      'interactions.FunctionResultDelta',
      'interactions.CodeExecutionCallDelta',
      'interactions.CodeExecutionResultDelta',
      'interactions.GoogleSearchCallDelta',
      'interactions.GoogleSearchResultDelta',
      'interactions.GoogleMapsCallDelta',
      'interactions.GoogleMapsResultDelta',
      'interactions.URLContextCallDelta',
      'interactions.URLContextResultDelta',
      'interactions.FileSearchCallDelta',
      'interactions.FileSearchResultDelta',
      'interactions.MCPServerToolCallDelta',
      'interactions.MCPServerToolResultDelta',
      'interactions.RetrievalCallDelta',
      'interactions.RetrievalResultDelta',
      'interactions.ProcessingCallDelta',
      'interactions.ProcessingResultDelta',
    ],
  },
  'interactions.TextDelta': {
    ...SNAKE,
    fields: {
      type: kind('text'),
      text: { type: 'string', required: true, doc: 'Text to append.' },
    },
  },
  'interactions.TextAnnotationDelta': {
    ...SNAKE,
    fields: {
      type: kind('text_annotation_delta'),
      annotations: {
        type: 'interactions.Annotation',
        repeated: true,
        doc: 'Citations for parts of the text so far.',
      },
    },
  },
  'interactions.ThoughtSummaryDelta': {
    ...SNAKE,
    fields: {
      type: kind('thought_summary'),
      content: { type: 'interactions.Content', doc: 'Content to append to the summary.' },
    },
  },
  'interactions.ThoughtSignatureDelta': {
    ...SNAKE,
    fields: { type: kind('thought_signature'), signature: SIGNATURE },
  },
  'interactions.ArgumentsDelta': {
    ...SNAKE,
    fields: {
      type: kind('arguments_delta'),
      arguments: { type: 'string', doc: 'JSON fragment. The JSON is complete when the step ends.' },
    },
  },
  'interactions.ImageDelta': {
    ...SNAKE,
    fields: {
      type: kind('image'),
      mime_type: { type: 'interactions.ImageContentMimeType' },
      ...MEDIA,
      resolution: RESOLUTION,
    },
  },
  'interactions.AudioDelta': {
    ...SNAKE,
    fields: {
      type: kind('audio'),
      mime_type: { type: 'interactions.AudioContentMimeType' },
      ...MEDIA,
      ...SOUND,
      rate: { type: 'int32', status: outdated('sample_rate'), doc: 'Ignored.' },
    },
  },
  'interactions.DocumentDelta': {
    ...SNAKE,
    fields: {
      type: kind('document'),
      mime_type: { type: 'interactions.DocumentContentMimeType' },
      ...MEDIA,
    },
  },
  'interactions.VideoDelta': {
    ...SNAKE,
    fields: {
      type: kind('video'),
      mime_type: { type: 'interactions.VideoDeltaMimeType' },
      ...MEDIA,
      resolution: RESOLUTION,
    },
  },
  'interactions.VideoDeltaMimeType': words(
    'video/mp4',
    'video/mpeg',
    'video/mpg',
    'video/mov',
    'video/avi',
    'video/x-flv',
    'video/webm',
    'video/wmv',
    'video/3gpp',
    'video/jpeg2000',
  ),
  'interactions.FunctionResultDelta': { ...SNAKE, fields: FUNCTION_RESULT },
  'interactions.CodeExecutionCallDelta': { ...SNAKE, fields: CODE_CALL },
  'interactions.CodeExecutionResultDelta': {
    ...SNAKE,
    fields: {
      ...CODE_RESULT,
      result: { type: 'string', required: true, doc: 'Output of the code.' },
    },
  },
  'interactions.GoogleSearchCallDelta': { ...SNAKE, fields: SEARCH_CALL },
  'interactions.GoogleSearchResultDelta': { ...SNAKE, fields: SEARCH_RESULT },
  'interactions.GoogleMapsCallDelta': { ...SNAKE, fields: MAPS_CALL },
  'interactions.GoogleMapsResultDelta': {
    ...SNAKE,
    fields: { type: kind('google_maps_result'), result: MAPS_FOUND, signature: SIGNATURE },
  },
  'interactions.URLContextCallDelta': { ...SNAKE, fields: URL_CALL },
  'interactions.URLContextResultDelta': { ...SNAKE, fields: URL_RESULT },
  'interactions.FileSearchCallDelta': {
    ...SNAKE,
    fields: { type: kind('file_search_call'), signature: SIGNATURE },
  },
  'interactions.FileSearchResultDelta': {
    ...SNAKE,
    fields: {
      type: kind('file_search_result'),
      result: {
        type: 'interactions.FileSearchResult',
        repeated: true,
        required: true,
        doc: 'Search results. Not included in the step itself.',
      },
      signature: SIGNATURE,
    },
  },
  'interactions.MCPServerToolCallDelta': { ...SNAKE, fields: MCP_CALL },
  'interactions.MCPServerToolResultDelta': { ...SNAKE, fields: MCP_RESULT },
  'interactions.RetrievalCallDelta': { ...SNAKE, fields: RETRIEVAL_CALL },
  'interactions.RetrievalResultDelta': {
    ...SNAKE,
    fields: { type: kind('retrieval_result'), is_error: IS_ERROR, signature: SIGNATURE },
  },
  'interactions.ProcessingCallDelta': {
    ...SNAKE,
    fields: { type: kind('processing_call'), signature: SIGNATURE },
  },
  'interactions.ProcessingResultDelta': {
    ...SNAKE,
    fields: { type: kind('processing_result'), signature: SIGNATURE },
  },
} as const satisfies MessageFamily;
