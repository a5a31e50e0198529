import { BETA, GEMINI } from '../versions';
import type { MessageFamily } from './row';

/** Content: turns and the parts that they are made of. */
export const contentMessages = {
  /** One turn: who speaks, and the parts of what is said. */
  Content: {
    versions: GEMINI,
    fields: {
      parts: { type: 'Part', repeated: true },
      role: { type: 'string', doc: 'user or model; may be left out in a single turn.' },
    },
  },
  /** A piece of content: exactly one kind of data, and what is known about it. */
  Part: {
    versions: GEMINI,
    fields: {
      text: { type: 'string', oneof: 'data', doc: 'Plain text.' },
      inlineData: { type: 'Blob', oneof: 'data' },
      functionCall: { type: 'FunctionCall', oneof: 'data', versions: BETA },
      functionResponse: { type: 'FunctionResponse', oneof: 'data', versions: BETA },
      fileData: { type: 'FileData', oneof: 'data', versions: BETA },
      executableCode: { type: 'ExecutableCode', oneof: 'data', versions: BETA },
      codeExecutionResult: { type: 'CodeExecutionResult', oneof: 'data', versions: BETA },
      videoMetadata: { type: 'VideoMetadata', oneof: 'metadata' },
      thought: {
        type: 'bool',
        versions: BETA,
        doc: "True where the part is a summary of the model's thinking and not of its answer.",
      },
      thoughtSignature: {
        type: 'bytes',
        versions: BETA,
        doc: 'Opaque; goes back unchanged on the same part in the next turn.',
      },
      partMetadata: { type: 'struct', versions: BETA },
    },
  },
  /** Bytes within the request. */
  Blob: {
    versions: GEMINI,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type.' },
      data: { type: 'bytes' },
    },
  },
  /** A reference to an uploaded file. */
  FileData: {
    versions: BETA,
    fields: {
      mimeType: { type: 'string' },
      fileUri: { type: 'string', required: true },
    },
  },
  VideoMetadata: {
    versions: GEMINI,
    fields: {
      startOffset: { type: 'duration' },
      endOffset: { type: 'duration' },
      fps: { type: 'double' },
    },
  },
  /** A call that the model asks for. */
  FunctionCall: {
    versions: BETA,
    fields: {
      id: { type: 'string' },
      name: { type: 'string', required: true },
      args: {
        type: 'struct',
        presence: true,
        doc: 'Arguments by name; may be absent when there are none.',
      },
    },
  },
  /** The result of a call, sent back to the model. */
  FunctionResponse: {
    versions: BETA,
    fields: {
      id: { type: 'string' },
      name: { type: 'string', required: true },
      response: { type: 'struct', required: true },
      parts: { type: 'FunctionResponsePart', repeated: true },
      willContinue: { type: 'bool' },
      scheduling: { type: 'FunctionResponse.Scheduling', presence: true },
    },
  },
  'FunctionResponse.Scheduling': {
    versions: BETA,
    values: { SCHEDULING_UNSPECIFIED: 0, SILENT: 1, WHEN_IDLE: 2, INTERRUPT: 3 },
  },
  FunctionResponsePart: {
    versions: BETA,
    fields: {
      inlineData: { type: 'FunctionResponseBlob', oneof: 'data' },
    },
  },
  FunctionResponseBlob: {
    versions: BETA,
    fields: {
      mimeType: { type: 'string' },
      data: { type: 'bytes' },
    },
  },
  ExecutableCode: {
    versions: BETA,
    fields: {
      language: { type: 'ExecutableCode.Language', required: true },
      code: { type: 'string', required: true },
    },
  },
  'ExecutableCode.Language': {
    versions: BETA,
    values: { LANGUAGE_UNSPECIFIED: 0, PYTHON: 1 },
  },
  CodeExecutionResult: {
    versions: BETA,
    fields: {
      outcome: { type: 'CodeExecutionResult.Outcome', required: true },
      output: { type: 'string' },
    },
  },
  'CodeExecutionResult.Outcome': {
    versions: BETA,
    values: {
      OUTCOME_UNSPECIFIED: 0,
      OUTCOME_OK: 1,
      OUTCOME_FAILED: 2,
      OUTCOME_DEADLINE_EXCEEDED: 3,
    },
  },
} as const satisfies MessageFamily;
