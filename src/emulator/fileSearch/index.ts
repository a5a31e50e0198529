export { cutOf } from './chunking';
export {
  addDocument,
  beginOperation,
  checkDocumentRequest,
  checkDocumentSize,
  importFile,
  acceptsDocument,
} from './addDocument';
export { downloadMedia } from './media';
export { type FoundPassage, searchStores } from './retrieval';
export { type OperationStart, requireStore } from './storeResources';
export {
  addStore,
  createStore,
  deleteStore,
  deleteStoreDocument,
  getStore,
  getStoreDocument,
  getStoreOperation,
  listStoreDocuments,
  listStores,
} from './stores';
