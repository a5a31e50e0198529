/** Folder of a project’s mock files. */
export const MOCKS_FOLDER = '.genlang';
export const MOCKS_SUFFIX = '.mocks.jsonc';
/** Suffix before 1.0. Such a file is an error that names the new suffix. */
export const OLD_MOCKS_SUFFIX = '.answers.jsonc';
