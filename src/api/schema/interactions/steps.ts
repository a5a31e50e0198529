import type { MessageFamily } from '../row';
import { CALL_ID, IS_ERROR, kind, SIGNATURE, SNAKE, STEP_ID } from './shared';
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

export const stepMessages = {
  'interactions.Step': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.UserInputStep',
      'interactions.ModelOutputStep',
      'interactions.ThoughtStep',
      'interactions.FunctionCallStep',
      'interactions.FunctionResultStep',
      'interactions.CodeExecutionCallStep',
      'interactions.CodeExecutionResultStep',
      'interactions.GoogleSearchCallStep',
      'interactions.GoogleSearchResultStep',
      'interactions.GoogleMapsCallStep',
      'interactions.GoogleMapsResultStep',
      'interactions.URLContextCallStep',
      'interactions.URLContextResultStep',
      'interactions.FileSearchCallStep',
      'interactions.FileSearchResultStep',
      'interactions.MCPServerToolCallStep',
      'interactions.MCPServerToolResultStep',
      'interactions.RetrievalCallStep',
      'interactions.RetrievalResultStep',
      'interactions.ProcessingCallStep',
      'interactions.ProcessingResultStep',
    ],
  },
  'interactions.UserInputStep': {
    ...SNAKE,
    fields: {
      type: kind('user_input'),
      content: {
        type: 'interactions.Content',
        repeated: true,
        doc: 'Content of the user’s input.',
      },
    },
  },
  'interactions.ModelOutputStep': {
    ...SNAKE,
    fields: {
      type: kind('model_output'),
      content: {
        type: 'interactions.Content',
        repeated: true,
        doc: 'Content of the model’s output.',
      },
      error: { type: 'google.rpc.Status', doc: 'Reason the output was blocked or ended early.' },
    },
  },
  'interactions.ThoughtStep': {
    ...SNAKE,
    fields: {
      type: kind('thought'),
      summary: {
        type: 'interactions.ThoughtSummaryContent',
        repeated: true,
        doc: 'Thought summary, if requested.',
      },
      signature: SIGNATURE,
    },
  },
  'interactions.ThoughtSummaryContent': {
    ...SNAKE,
    by: 'type',
    oneOf: ['interactions.TextContent', 'interactions.ImageContent'],
  },
  'interactions.FunctionCallStep': {
    ...SNAKE,
    fields: {
      type: kind('function_call'),
      id: STEP_ID,
      name: { type: 'string', required: true, doc: 'Name of a function declared in the request.' },
      arguments: {
        type: 'struct',
        required: true,
        doc: 'Arguments of the function. Empty when the step starts in a stream.',
      },
    },
  },
  'interactions.FunctionResultStep': {
    ...SNAKE,
    fields: { ...FUNCTION_RESULT, call_id: CALL_ID },
  },
  'interactions.CodeExecutionCallStep': { ...SNAKE, fields: { ...CODE_CALL, id: STEP_ID } },
  'interactions.CodeExecutionResultStep': {
    ...SNAKE,
    fields: {
      ...CODE_RESULT,
      call_id: CALL_ID,
      result: {
        type: 'interactions.CodeExecutionResultStepResult',
        required: true,
        doc: 'Output and files of the code.',
      },
    },
  },
  'interactions.GoogleSearchCallStep': {
    ...SNAKE,
    fields: {
      ...SEARCH_CALL,
      id: STEP_ID,
      search_type: { type: 'interactions.GoogleSearchType', doc: 'Type of the search.' },
    },
  },
  'interactions.GoogleSearchResultStep': {
    ...SNAKE,
    fields: { ...SEARCH_RESULT, call_id: CALL_ID },
  },
  'interactions.GoogleMapsCallStep': { ...SNAKE, fields: { ...MAPS_CALL, id: STEP_ID } },
  'interactions.GoogleMapsResultStep': {
    ...SNAKE,
    fields: {
      type: kind('google_maps_result'),
      call_id: CALL_ID,
      result: { ...MAPS_FOUND, required: true },
      signature: SIGNATURE,
    },
  },
  'interactions.URLContextCallStep': { ...SNAKE, fields: { ...URL_CALL, id: STEP_ID } },
  'interactions.URLContextResultStep': { ...SNAKE, fields: { ...URL_RESULT, call_id: CALL_ID } },
  'interactions.FileSearchCallStep': {
    ...SNAKE,
    fields: { type: kind('file_search_call'), id: STEP_ID, signature: SIGNATURE },
  },
  /** End of a search; the results appear as citations in the text. */
  'interactions.FileSearchResultStep': {
    ...SNAKE,
    fields: { type: kind('file_search_result'), call_id: CALL_ID, signature: SIGNATURE },
  },
  'interactions.MCPServerToolCallStep': { ...SNAKE, fields: { ...MCP_CALL, id: STEP_ID } },
  'interactions.MCPServerToolResultStep': { ...SNAKE, fields: { ...MCP_RESULT, call_id: CALL_ID } },
  'interactions.RetrievalCallStep': { ...SNAKE, fields: { ...RETRIEVAL_CALL, id: STEP_ID } },
  'interactions.RetrievalResultStep': {
    ...SNAKE,
    fields: {
      type: kind('retrieval_result'),
      call_id: CALL_ID,
      is_error: IS_ERROR,
      signature: SIGNATURE,
    },
  },
  /** Server-side analysis of media, such as a video. */
  'interactions.ProcessingCallStep': {
    ...SNAKE,
    fields: { type: kind('processing_call'), id: STEP_ID, signature: SIGNATURE },
  },
  'interactions.ProcessingResultStep': {
    ...SNAKE,
    fields: { type: kind('processing_result'), call_id: CALL_ID, signature: SIGNATURE },
  },
} as const satisfies MessageFamily;
