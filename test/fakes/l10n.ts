/** English, as VS Code shows it where nothing is translated. */
export { english } from '../../src/base/format';
