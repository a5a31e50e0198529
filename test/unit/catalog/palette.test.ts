import assert from 'node:assert/strict';
import { menus } from '../../../src/catalog/menus';

/** What the palette asks of the context keys, by command. */
const rows = menus().commandPalette ?? [];
const when = new Map(rows.map(({ command, when: clause = '' }) => [command, clause]));

/** As VS Code decides, for the clauses that the palette uses of these keys: `key == value` and `key != value`. */
function offered(command: string, keys: { readonly [key: string]: string }): boolean {
  const clause = when.get(`generativeLanguage.${command}`);
  return (clause ?? '').split(' && ').every((term) => {
    const [, key = '', sign, value] = /^generativeLanguage\.(\w+) (==|!=) (\w+)$/.exec(term) ?? [];
    if (sign === undefined) return true;
    return (keys[key] === value) === (sign === '==');
  });
}

const NOTHING = { state: 'unconfigured', connections: 'none', accounts: 'none' };

describe('the palette with nothing set up', () => {
  for (const command of [
    ...['switchConnection', 'editConnection', 'renameConnection', 'duplicateConnection'],
    ...['removeConnection', 'signOut', 'signOutEverywhere', 'exportAdc', 'diagnoseConnection'],
    ...['runOperation', 'openPlayground', 'compareModels', 'uploadFiles', 'askAboutSelection'],
    ...['refresh', 'search', 'auditAccess', 'goToResource'],
  ]) {
    it(`does not offer ${command}`, () => {
      assert.equal(offered(command, NOTHING), false);
    });
  }

  for (const command of ['addApiKey', 'addConnection', 'signIn', 'useEmulator', 'setUpOAuth']) {
    it(`offers ${command}`, () => {
      assert.equal(offered(command, NOTHING), true);
    });
  }

  it('offers what may work while nothing is known yet', () => {
    for (const command of ['openPlayground', 'runOperation', 'editConnection', 'signOut']) {
      assert.equal(offered(command, {}), true, command);
    }
  });
});
