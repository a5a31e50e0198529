import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operationRow } from '../../../src/api/operations';
import { VERSIONS } from '../../../src/api/versions';
import { commandId, titleCommandId } from '../../../src/catalog/commands';
import {
  commandNames,
  commandRow,
  type NodeType,
  titleCommands,
  type Verb,
  verbs,
} from '../../../src/catalog/commandTable';
import { contextKey, RESOURCES_VIEW } from '../../../src/catalog/ids';
import { collectionVerbs, contextWords, resourceVerbs } from '../../../src/catalog/kindOperations';
import { kindIds, kindRow } from '../../../src/catalog/kinds';
import { agentContributions } from '../../../src/agent/manifest';
import { manifest } from '../../../src/catalog/manifest';
import { settingNames } from '../../../src/catalog/settings';

const { nls, ...blocks } = manifest(agentContributions);
const { contributes } = blocks;
const itemRows = (contributes.menus['view/item/context'] ?? []).filter(({ when = '' }) =>
  when.startsWith(`view == ${RESOURCES_VIEW} `),
);
const NODES: readonly NodeType[] = [
  ...(['collection', 'resource', 'group', 'more'] as const),
  ...(['error', 'empty', 'loading', 'unavailable'] as const),
];

/** The regular expression of a row's when clause. */
function patternOf(when: string | undefined): RegExp {
  return new RegExp(/viewItem =~ \/(.*)\//.exec(when ?? '')?.[1] ?? '^$');
}

describe('manifest', () => {
  it('is what package.json and package.nls.json have', () => {
    const file = JSON.parse(readFileSync('package.json', 'utf8')) as { [block: string]: unknown };
    for (const [name, block] of Object.entries(blocks)) {
      assert.deepEqual(file[name], JSON.parse(JSON.stringify(block)), name);
    }
    assert.deepEqual(JSON.parse(readFileSync('package.nls.json', 'utf8')), nls);
  });

  it('names only texts that exist, and every text is named', () => {
    const text = readFileSync('package.json', 'utf8');
    const named = new Set([...text.matchAll(/"%([^%]+)%"/g)].map((match) => match[1] ?? ''));
    assert.deepEqual([...named].sort(), Object.keys(nls).sort());
  });

  it('offers what only an account can do where there may be one', () => {
    const hidden = `!${contextKey('isKeyOnly')}`;
    const menus = [contributes.menus.commandPalette ?? [], contributes.menus['view/title'] ?? []];
    for (const name of commandNames()) {
      const { needs, palette, viewTitle } = commandRow(name);
      const isForAccounts = needs !== undefined && operationRow(needs).credential === 'oauth';
      const rows = menus.flatMap((menu) =>
        menu.filter(({ command }) =>
          [commandId(name), titleCommandId(name)].some((id) => id === command),
        ),
      );
      const shown = rows.filter(({ when }) => when !== 'false');
      if (!isForAccounts) {
        assert.ok(!shown.some(({ when = '' }) => when.includes(hidden)), name);
        continue;
      }
      const places = (palette === false ? 0 : 1) + (viewTitle ? 1 : 0);
      assert.equal(shown.filter(({ when = '' }) => when.endsWith(hidden)).length, places, name);
    }
  });

  it('puts nothing into the title of a view that takes the row with the focus', () => {
    const titles = contributes.menus['view/title'] ?? [];
    const forRows = commandNames().filter((name) => commandRow(name).takes !== undefined);
    assert.deepEqual(
      titles.filter(({ command }) => forRows.some((name) => commandId(name) === command)),
      [],
    );
    const ownIds = titles.flatMap(({ command = '' }) =>
      command.includes('.title.') ? [command] : [],
    );
    assert.deepEqual(ownIds.sort(), titleCommands().map(titleCommandId).sort());
  });

  it('shows a row each verb that its words allow, and no other', () => {
    const all = verbs();
    for (const verb of all) {
      const row = itemRows.find(
        ({ command, group }) => command === commandId(verb) && group?.startsWith('inline') !== true,
      );
      const pattern = patternOf(row?.when);
      for (const node of NODES) {
        for (const other of all) {
          const words = contextWords(node, 'model', [other]);
          assert.equal(pattern.test(words), verb === other, `${verb} on ${words}`);
        }
        assert.ok(pattern.test(contextWords(node, 'model', all)), verb);
      }
    }
  });

  it('puts at most two icons on a row', () => {
    const iconsOn = (words: string) =>
      itemRows.filter(
        ({ group, when }) => group?.startsWith('inline') === true && patternOf(when).test(words),
      );
    for (const kind of kindIds()) {
      for (const version of VERSIONS) {
        const custom = Object.keys(kindRow(kind).verbs) as Verb[];
        const can = [...new Set([...resourceVerbs(kind, version, {}), ...custom])];
        assert.ok(iconsOn(contextWords('resource', kind, can)).length <= 2, kind);
        const below = collectionVerbs(kind, version);
        assert.ok(iconsOn(contextWords('collection', kind, below)).length <= 2, kind);
      }
    }
    assert.ok(verbs().some((verb) => commandRow(verb).tree?.icon !== undefined));
  });

  it('lets no workspace choose where a credential goes', () => {
    const ids = settingNames().map((name) => `generativeLanguage.${name}`);
    assert.deepEqual(Object.keys(contributes.configuration.properties).sort(), ids.toSorted());
    for (const row of Object.values(contributes.configuration.properties)) {
      assert.equal(row.scope, 'application');
    }
    const { untrustedWorkspaces } = blocks.capabilities;
    assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, ids);
    assert.equal(untrustedWorkspaces.supported, 'limited');
  });
});

/** What the palette asks of the context keys, by command. */
const rows = contributes.menus.commandPalette ?? [];
const when = new Map(rows.map(({ command, when: clause = '' }) => [command, clause]));

interface Keys {
  readonly [key: string]: string | boolean | number;
}

/** Whether a clause holds, as VS Code decides: `||` binds less than `&&`, and a key that is not set is false. */
function holds(clause: string, keys: Keys): boolean {
  const tokens = clause.match(/&&|\|\||[!=]=|=~|[!()]|\/(?:\\.|[^/\\])+\/|[^\s&|!=()]+/g) ?? [];
  const take = (): string => tokens.shift() ?? assert.fail(`It ends too early: ${clause}`);
  const term = (): boolean => {
    const first = take();
    if (first === '!') return !term();
    if (first === '(') {
      const is = either();
      assert.equal(take(), ')', clause);
      return is;
    }
    if (first === 'true' || first === 'false') return first === 'true';
    const value = keys[first] ?? false;
    const [sign] = tokens;
    if (sign === '==' || sign === '!=') {
      take();
      return (String(value) === take()) === (sign === '==');
    }
    if (sign !== '=~') return Boolean(value);
    take();
    const pattern = new RegExp(take().slice(1, -1));
    return typeof value === 'string' && pattern.test(value);
  };
  const both = (): boolean => {
    let is = term();
    while (tokens[0] === '&&') {
      take();
      is = term() && is;
    }
    return is;
  };
  const either = (): boolean => {
    let is = both();
    while (tokens[0] === '||') {
      take();
      is = both() || is;
    }
    return is;
  };
  const is = either();
  assert.deepEqual(tokens, [], clause);
  return is;
}

/** A trusted folder is open, and an editor with a selection: what is not offered then is not for want of them. */
const EDITING = {
  isWorkspaceTrusted: true,
  workspaceFolderCount: 1,
  editorIsOpen: true,
  editorHasSelection: true,
};

/** Whether the palette offers a command with these keys of ours and of VS Code. */
function offered(command: string, own: Keys, others: Keys = EDITING): boolean {
  const ours = Object.entries(own).map(([key, value]) => [`generativeLanguage.${key}`, value]);
  const clause = when.get(`generativeLanguage.${command}`) ?? 'true';
  return holds(clause, { ...others, ...(Object.fromEntries(ours) as Keys) });
}

const NOTHING = { state: 'unconfigured', connections: 'none', accounts: 'none' };

describe('the palette with nothing set up', () => {
  it('offers how to set up a connection, and nothing that needs one', () => {
    for (const command of [
      'removeConnection',
      'signOut',
      'runOperation',
      'uploadFiles',
      'refresh',
    ]) {
      assert.equal(offered(command, NOTHING), false, command);
    }
    for (const command of ['addApiKey', 'addConnection', 'signIn', 'useEmulator']) {
      assert.equal(offered(command, NOTHING), true, command);
    }
  });

  it('offers what may work while nothing is known yet', () => {
    for (const command of ['openPlayground', 'runOperation', 'switchConnection', 'signOut']) {
      assert.equal(offered(command, {}), true, command);
    }
  });
});

describe('the palette with a connection by API key', () => {
  const KEY_ONLY = { state: 'connected', isKeyOnly: true, emulatorRuns: false };
  const FOLDER = { isWorkspaceTrusted: true, workspaceFolderCount: 1 };
  const names = [...commandNames().map(commandId), ...titleCommands().map(titleCommandId)].map(
    (id) => id.replace(/^generativeLanguage\./, ''),
  );
  const shown = (others: Keys) => names.filter((name) => offered(name, KEY_ONLY, others));

  it('offers at most 45 commands where a trusted folder and no editor is open', () => {
    const all = shown(FOLDER);
    assert.ok(all.length <= 45, `${all.length}: ${all.join(', ')}`);
    for (const command of ['openPlayground', 'recordOrReplay', 'runOperation', 'startEmulator']) {
      assert.ok(all.includes(command), command);
    }
    for (const command of ['auditAccess', 'sendRequest', 'runPrompt', 'stopEmulator', 'search']) {
      assert.ok(!all.includes(command), command);
    }
    assert.ok(shown({ ...FOLDER, resourceFilename: 'a.prompt.json' }).includes('runPrompt'));
  });
});
