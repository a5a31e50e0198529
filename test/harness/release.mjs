import { StepError } from './progress.mjs';

/**
 * Facts about a published package that the sources don’t have.
 * @typedef {object} Release
 * @property {string} [publisher] Replaces the publisher of package.json.
 * @property {string} [repository] URL of the repository on GitHub, which the links of the README then lead to.
 */

/** As the VS Code Marketplace takes them. */
const PUBLISHER = /^[a-z0-9][a-z0-9-]*$/i;
const REPOSITORY = /^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/;

/**
 * Reads the facts from arguments, or else from the environment. Empty values count as absent: workflows have them for
 * variables that nobody set.
 * @param {Release} given
 * @param {{ readonly [name: string]: string | undefined }} environment
 * @returns {Release}
 * @throws {StepError} When a gallery would reject one of them.
 */
export function readRelease(given, environment) {
  const publisher = given.publisher || environment.RELEASE_PUBLISHER || undefined;
  const repository = (given.repository || environment.RELEASE_REPOSITORY || undefined)?.replace(
    /(\.git)?\/?$/,
    '',
  );
  if (publisher !== undefined && !PUBLISHER.test(publisher)) {
    throw new StepError(
      'Reading the publisher',
      'Give its ID, which has only letters, digits, and hyphens.',
      publisher,
    );
  }
  if (repository !== undefined && !REPOSITORY.test(repository)) {
    throw new StepError(
      'Reading the repository',
      'Give its URL as https://github.com/OWNER/NAME.',
      repository,
    );
  }
  return { ...(publisher && { publisher }), ...(repository && { repository }) };
}

/**
 * The fields of a manifest that name the repository; none if it is unknown.
 * @param {Release} release
 */
export function repositoryFields({ repository }) {
  if (repository === undefined) return {};
  return {
    repository: { type: 'git', url: `${repository}.git` },
    bugs: { url: `${repository}/issues` },
    homepage: `${repository}#readme`,
  };
}
