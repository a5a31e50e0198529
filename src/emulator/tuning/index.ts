export { toOperationResource } from './tuningResources';
export { startTraining } from './startTraining';
export {
  DEFAULT_TUNING_SPEED,
  progressOf,
  setTuningSpeed,
  trainingOf,
  tuningSpeed,
  withTraining,
} from './training';
export {
  tunedGenerateContent,
  tunedGenerateText,
  tunedSeed,
  tunedStreamGenerateContent,
} from './tunedGeneration';
export {
  createTunedModel,
  deleteTunedModel,
  getTunedModel,
  listTunedModels,
  patchTunedModel,
} from './tunedModels';
