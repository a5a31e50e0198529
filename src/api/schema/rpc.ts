import { ALL } from '../versions';
import type { MessageFamily } from './row';

export const rpcMessages = {
  /** Error inside a response. The code is canonical, not an HTTP status. */
  'google.rpc.Status': {
    versions: ALL,
    fields: {
      code: { type: 'int32', doc: 'Numeric code from google.rpc.Code.' },
      message: { type: 'string', doc: 'Error message.' },
      details: { type: 'any', repeated: true, doc: 'Additional error details.' },
    },
  },
  'google.rpc.ErrorInfo': {
    versions: ALL,
    fields: {
      reason: { type: 'string', doc: 'Error reason, such as API_KEY_INVALID.' },
      domain: { type: 'string' },
      metadata: { type: 'string', map: true },
    },
  },
  'google.rpc.RetryInfo': {
    versions: ALL,
    fields: { retryDelay: { type: 'duration' } },
  },
  'google.rpc.DebugInfo': {
    versions: ALL,
    fields: {
      stackEntries: { type: 'string', repeated: true },
      detail: { type: 'string' },
    },
  },
  'google.rpc.QuotaFailure': {
    versions: ALL,
    fields: { violations: { type: 'google.rpc.QuotaFailure.Violation', repeated: true } },
  },
  'google.rpc.QuotaFailure.Violation': {
    versions: ALL,
    fields: {
      subject: { type: 'string' },
      description: { type: 'string' },
      apiService: { type: 'string' },
      quotaMetric: { type: 'string' },
      quotaId: { type: 'string', doc: 'Quota ID, which includes the period: PerMinute or PerDay.' },
      quotaDimensions: { type: 'string', map: true },
      quotaValue: { type: 'int64' },
      futureQuotaValue: { type: 'int64', presence: true },
    },
  },
  'google.rpc.PreconditionFailure': {
    versions: ALL,
    fields: { violations: { type: 'google.rpc.PreconditionFailure.Violation', repeated: true } },
  },
  'google.rpc.PreconditionFailure.Violation': {
    versions: ALL,
    fields: {
      type: { type: 'string' },
      subject: { type: 'string' },
      description: { type: 'string' },
    },
  },
  'google.rpc.BadRequest': {
    versions: ALL,
    fields: { fieldViolations: { type: 'google.rpc.BadRequest.FieldViolation', repeated: true } },
  },
  'google.rpc.BadRequest.FieldViolation': {
    versions: ALL,
    fields: {
      field: { type: 'string', doc: 'Path of the field, in snake case.' },
      description: { type: 'string' },
      reason: { type: 'string' },
      localizedMessage: { type: 'google.rpc.LocalizedMessage' },
    },
  },
  'google.rpc.RequestInfo': {
    versions: ALL,
    fields: { requestId: { type: 'string' }, servingData: { type: 'string' } },
  },
  'google.rpc.ResourceInfo': {
    versions: ALL,
    fields: {
      resourceType: { type: 'string' },
      resourceName: { type: 'string' },
      owner: { type: 'string' },
      description: { type: 'string' },
    },
  },
  'google.rpc.Help': {
    versions: ALL,
    fields: { links: { type: 'google.rpc.Help.Link', repeated: true } },
  },
  'google.rpc.Help.Link': {
    versions: ALL,
    fields: { description: { type: 'string' }, url: { type: 'string' } },
  },
  'google.rpc.LocalizedMessage': {
    versions: ALL,
    fields: { locale: { type: 'string' }, message: { type: 'string' } },
  },
} as const satisfies MessageFamily;

export const longRunningMessages = {
  /** `done` is absent while running; afterwards either error or response is set. */
  'google.longrunning.Operation': {
    versions: ALL,
    fields: {
      name: { type: 'string', doc: 'Operation name, such as tunedModels/{id}/operations/{id}.' },
      metadata: {
        type: 'any',
        doc: 'Progress of the operation. The format depends on the operation.',
      },
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
      unreachable: { type: 'string', repeated: true, doc: 'Locations that didn’t respond.' },
    },
  },
  'google.longrunning.CancelOperationRequest': {
    versions: ALL,
    fields: {
      name: { type: 'string', pathBound: true, doc: 'Operation name. Part of the request URL.' },
    },
  },
  Empty: { versions: ALL, fields: {} },
} as const satisfies MessageFamily;
