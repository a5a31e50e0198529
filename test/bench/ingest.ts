/** What the measure of ingestion needs of the sources: in one module, so that each class is there once. */
export { ServiceError } from '../../src/api/errors';
export { systemClock } from '../../src/base/clock';
export { createChunks } from '../../src/resources/chunks/chunkCalls';
