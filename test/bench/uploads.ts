/** What the measures of uploads need of the sources besides the client: how the extension reads a file of the user. */
export { openSource } from '../../src/files/openSource';
