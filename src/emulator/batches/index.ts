export { cancelBatch, deleteBatch, getBatch, listBatches, patchBatch } from './batches';
export { batchSpeed, DEFAULT_BATCH_SPEED, setBatchSpeed } from './batchSpeed';
export { createEmbedBatch, createGenerateBatch, inlineLines, insertBatch } from './createBatch';
export { batchEnd } from './batchResource';
export { catchUp, showsBatches } from './batchWorker';
