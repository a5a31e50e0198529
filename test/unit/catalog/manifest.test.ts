import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operationRow } from '../../../src/api/operations';
import { VERSIONS } from '../../../src/api/versions';
import { commandId, parseCommandId, titleCommandId } from '../../../src/catalog/commands';
import {
  commandNames,
  commandRow,
  type NodeType,
  titleCommands,
  type Verb,
  verbs,
} from '../../../src/catalog/commandTable';
import { partSchemas } from '../../../src/catalog/documentSchemas';
import { contextKey, RESOURCES_VIEW } from '../../../src/catalog/ids';
import {
  canDo,
  collectionVerbs,
  contextWords,
  kindOperations,
  resourceVerbs,
} from '../../../src/catalog/kindOperations';
import { kindIds, kindRow } from '../../../src/catalog/kinds';
import { agentContributions } from '../../../src/agent/manifest';
import { manifest } from '../../../src/catalog/manifest';
import { settingNames, settingRow } from '../../../src/catalog/settings';

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

/** Kinds of which a new one is described by another message than they are shown in. */
const MADE_OF: { readonly [kind: string]: string } = {
  environment: 'environments.CreateEnvironmentRequest',
  trigger: 'triggers.TriggerCreateParams',
};

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

  it('contributes every command once, with a title', () => {
    const contributed = contributes.commands.map(({ command }) => command);
    const known = commandNames().map(commandId);
    const titles = titleCommands().map(titleCommandId);
    assert.deepEqual(contributed, [...known, ...titles]);
    assert.deepEqual(
      contributed.map(parseCommandId),
      [...commandNames(), ...titleCommands()].map((name, index) => ({
        name,
        isOfTitle: index >= known.length,
      })),
    );
    for (const { title } of contributes.commands) {
      assert.ok(nls[title.slice(1, -1)], title);
    }
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

  it('asks only for words that rows can have', () => {
    const possible = NODES.map((node) => contextWords(node, 'model', verbs()));
    for (const { command, when } of itemRows) {
      assert.ok(
        possible.some((words) => patternOf(when).test(words)),
        `${command}: ${when ?? ''}`,
      );
    }
  });

  it('puts icons in one order, what makes something before Refresh', () => {
    const iconsOn = (kind: Parameters<typeof kindRow>[0]) => {
      const words = contextWords('collection', kind, collectionVerbs(kind, 'v1beta'));
      return itemRows
        .filter(({ group, when }) => group?.startsWith('inline@') && patternOf(when).test(words))
        .sort((a, b) => Number(a.group?.slice(7)) - Number(b.group?.slice(7)))
        .map(({ command }) => command?.split('.').at(-1));
    };
    assert.deepEqual(iconsOn('corpus'), ['create', 'refresh']);
    assert.deepEqual(iconsOn('tunedModel'), ['createTunedModel', 'refresh']);
    assert.deepEqual(iconsOn('file'), ['uploadFiles', 'refresh']);
    assert.deepEqual(iconsOn('corpusPermission'), ['share', 'refresh']);
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

  it('bounds the settings that are numbers, and gives them their default', () => {
    const rows = contributes.configuration.properties;
    const numbers = settingNames().filter((name) => settingRow(name).type === 'integer');
    assert.ok(numbers.length > 5);
    for (const name of numbers) {
      const { minimum, maximum, default: initial } = settingRow(name);
      assert.ok(
        minimum !== undefined && maximum !== undefined && typeof initial === 'number',
        name,
      );
      assert.ok(initial >= minimum && initial <= maximum, name);
      const row = rows[`generativeLanguage.${name}`];
      assert.deepEqual(
        { type: row?.type, minimum: row?.minimum, maximum: row?.maximum, default: row?.default },
        { type: 'integer', minimum, maximum, default: initial },
      );
    }
  });

  it('binds one schema per kind and version, and one for new ones where those begin as a document', () => {
    const expected = kindIds().flatMap((kind) =>
      (['get', 'create'] as const).flatMap((verb) => {
        const { pattern, message: shown, template } = kindRow(kind);
        if (verb === 'create' && !template) return [];
        const message = (verb === 'create' && MADE_OF[kind]) || shown;
        const [folder, schemas] = verb === 'get' ? ['', 'messages'] : ['new/', 'new'];
        const { create } = kindOperations(kind);
        const made = (create && operationRow(create).body) ?? message;
        return VERSIONS.filter((version) => canDo(kind, verb, version)).map((version) => [
          `genlang:/*/${version}/${folder}${pattern}.json`,
          `${schemas}/${version}/${verb === 'get' ? message : made}`,
        ]);
      }),
    );
    assert.ok(expected.length > 12);
    const parts = Object.keys(partSchemas).map((file) => [
      `genlangrequest:/*/${file}.json`,
      `parts/v1beta/${file}`,
    ]);
    assert.deepEqual(contributes.jsonValidation, [
      { fileMatch: '*.prompt.json', url: './media/prompt.schema.json' },
      { fileMatch: '*.retrieval.json', url: './media/retrieval.schema.json' },
      { fileMatch: '*.mocks.jsonc', url: './media/mocks.schema.json' },
      ...[...parts, ...expected].map(([fileMatch, path]) => ({
        fileMatch,
        url: `genlangschema://${path ?? ''}.json`,
      })),
    ]);
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
  ...{ isWorkspaceTrusted: true, workspaceFolderCount: 1 },
  ...{ editorIsOpen: true, editorHasSelection: true },
};

/** Whether the palette offers a command with these keys of ours and of VS Code. */
function offered(command: string, own: Keys, others: Keys = EDITING): boolean {
  const ours = Object.entries(own).map(([key, value]) => [`generativeLanguage.${key}`, value]);
  const clause = when.get(`generativeLanguage.${command}`) ?? 'true';
  return holds(clause, { ...others, ...(Object.fromEntries(ours) as Keys) });
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
