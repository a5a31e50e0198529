export {
  addFiles,
  checkNewFile,
  createEnvironment,
  deleteEnvironment,
  downloadEnvironmentFile,
  environmentFor,
  environmentPaths,
  getEnvironment,
  listEnvironmentFiles,
  listEnvironments,
  requireEnvironment,
  writeEnvironmentFile,
} from './environments';
