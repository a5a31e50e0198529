export {
  createEnvironment,
  deleteEnvironment,
  downloadEnvironmentFile,
  environmentFile,
  environmentFor,
  environmentPaths,
  getEnvironment,
  listEnvironmentFiles,
  listEnvironments,
  requireEnvironment,
  writeEnvironmentFile,
} from './environments';
