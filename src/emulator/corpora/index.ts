export {
  type CustomMetadata,
  batchCreateChunks,
  batchDeleteChunks,
  batchUpdateChunks,
  chunkVector,
  createChunk,
  deleteChunk,
  getChunk,
  listChunks,
  metadataProblems,
  patchChunk,
  STORED_SIZE,
} from './chunks';
export {
  createCorpus,
  createDocument,
  deleteCorpus,
  deleteDocument,
  getCorpus,
  getDocument,
  listCorpora,
  listDocuments,
  patchCorpus,
  patchDocument,
} from './corpora';
export {
  type MetadataTest,
  queryCorpus,
  queryDocument,
  readFilters,
  relevance,
  search,
} from './search';
