import { ALL } from '../versions';
import type { MessageFamily } from './row';

/** Work that goes on after a call, and its outcome. The same in every version. */
export const longRunningMessages = {
  /** `done` is absent while it runs; then there is either an error or a response. */
  'google.longrunning.Operation': {
    versions: ALL,
    fields: {
      name: { type: 'string', doc: 'Such as tunedModels/{id}/operations/{id}.' },
      metadata: { type: 'any', doc: 'How far it is, in the terms of what it makes.' },
      done: { type: 'bool' },
      error: { type: 'google.rpc.Status', oneof: 'result' },
      response: { type: 'any', oneof: 'result' },
    },
  },
  'google.longrunning.ListOperationsResponse': {
    versions: ALL,
    fields: {
      operations: { type: 'google.longrunning.Operation', repeated: true },
      nextPageToken: { type: 'string' },
      unreachable: { type: 'string', repeated: true, doc: 'Places that did not answer.' },
    },
  },
  'google.longrunning.CancelOperationRequest': {
    versions: ALL,
    fields: {
      name: { type: 'string', pathBound: true, doc: 'The operation; the URL of a call has it.' },
    },
  },
  Empty: { versions: ALL, fields: {} },
} as const satisfies MessageFamily;
