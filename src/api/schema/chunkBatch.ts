import { BETA } from '../versions';
import type { MessageFamily } from './row';

/** Many chunks in one call: at most 100, and all of one document. */
export const chunkBatchMessages = {
  CreateChunkRequest: {
    versions: BETA,
    fields: {
      parent: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'The document; the same as that of the call.',
      },
      chunk: { type: 'Chunk', required: true, doc: 'The chunk to make.' },
    },
  },
  BatchCreateChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'The document; the URL of a call has it.' },
      requests: {
        type: 'CreateChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: '1 to 100, all of this document.',
      },
    },
  },
  BatchCreateChunksResponse: {
    versions: BETA,
    fields: {
      chunks: { type: 'Chunk', repeated: true },
    },
  },
  UpdateChunkRequest: {
    versions: BETA,
    fields: {
      chunk: {
        type: 'Chunk',
        required: true,
        pathBound: true,
        doc: 'The chunk with its name, and what the mask names.',
      },
      updateMask: {
        type: 'fieldMask',
        required: true,
        doc: 'What to change, comma separated: customMetadata, data.',
      },
    },
  },
  BatchUpdateChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'The document; the URL of a call has it.' },
      requests: {
        type: 'UpdateChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: '1 to 100, all of this document.',
      },
    },
  },
  BatchUpdateChunksResponse: {
    versions: BETA,
    fields: {
      chunks: { type: 'Chunk', repeated: true },
    },
  },
  DeleteChunkRequest: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'The chunk to delete, corpora/{id}/documents/{id}/chunks/{id}.',
      },
    },
  },
  BatchDeleteChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'The document; the URL of a call has it.' },
      requests: {
        type: 'DeleteChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: 'The chunks to delete. The service does not publish a limit; 100 is safe.',
      },
    },
  },
} as const satisfies MessageFamily;
