export { cutOf } from './chunking';
export { addDocument, beginOperation, importFile } from './filling';
export type { Arrival } from './shown';
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
