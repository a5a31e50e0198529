// `npm run manifest` writes the generated parts of package.json, package.nls.json, the schemas, the pages with tables,
// and the English bundle for translators; with --check it only says whether they are as they should be.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { importTypeScript } from './importTypeScript.mjs';
import { isMain } from './main.mjs';
import { ROOT } from './paths.mjs';
import { englishBundle } from './texts.mjs';

/** @typedef {{ readonly [key: string]: unknown }} Json */

/** The blocks of package.json that are generated; the rest is written by hand. */
const BLOCKS = ['activationEvents', 'capabilities', 'contributes'];

/** The pages with generated tables, each between two comments. */
const OPERATIONS_PAGE = 'src/api/README.md';
const SETTINGS_PAGE = '.github/GUIDE.md';
const ANSWERS_PAGE = 'src/emulator/mocks.md';
const ANSWERS_SCHEMA = 'media/mocks.schema.json';
const CHECKS_PAGE = 'src/testing/README.md';

/** Written by hand but for what is about tests; the other is made of that. */
const PROMPT_SCHEMA = 'media/prompt.schema.json';
const CASES_SCHEMA = 'media/cases.schema.json';

/** Every text of the sources, as a translation has them. */
const ENGLISH_BUNDLE = 'media/l10n/bundle.l10n.json';

/**
 * What the files should contain.
 * @returns {Promise<{ file: string, expected: string, actual: string }[]>}
 */
async function generate() {
  /** @type {{ manifest(more: unknown): Json }} */
  const catalog = await importTypeScript('src/catalog/manifest.ts');
  /** @type {{ agentContributions: unknown, toolsTable(): string }} */
  const { agentContributions, toolsTable } = await importTypeScript('src/agent/manifest.ts');
  const { nls, ...generated } = catalog.manifest(agentContributions);
  /** @type {{ coverage(): string, settingsTable(): string }} */
  const { coverage, settingsTable } = await importTypeScript('src/catalog/readmeTables.ts');
  /** @type {{ mocksSchema(): Json, mocksTables(): string }} */
  const { mocksSchema, mocksTables } = await importTypeScript('src/emulator/answers/formatDocs.ts');
  const files = ['package.json', 'package.nls.json', OPERATIONS_PAGE, SETTINGS_PAGE];
  const [manifest, texts, operations = '', settings = ''] = await Promise.all(files.map(read));
  const [manual, schema] = await Promise.all([ANSWERS_PAGE, ANSWERS_SCHEMA].map(read));
  /** @type {{ testsSchema(): { properties: Json, definitions: Json }, casesSchema(settings: Json): Json, checksTable(): string }} */
  const { testsSchema, casesSchema, checksTable } = await importTypeScript(
    'src/testing/casesSchema.ts',
  );
  const [checksPage, promptText, casesText] = await Promise.all(
    [CHECKS_PAGE, PROMPT_SCHEMA, CASES_SCHEMA].map(read),
  );
  /** @type {{ properties: Json, definitions: { settings: Json } }} */
  const prompt = JSON.parse(promptText ?? '');
  const tests = testsSchema();
  const promptSchema = {
    ...prompt,
    properties: { ...prompt.properties, ...tests.properties },
    definitions: { ...prompt.definitions, ...tests.definitions },
  };
  /** @type {Json} */
  const current = JSON.parse(manifest ?? '');
  const unknown = Object.keys(generated).filter((key) => !BLOCKS.includes(key));
  if (unknown.length > 0) {
    throw new Error(`The catalog generates ${unknown.join(', ')}, which nobody writes.`);
  }
  return [
    { file: 'package.json', expected: print(merge(current, generated)), actual: manifest ?? '' },
    { file: 'package.nls.json', expected: print(nls), actual: texts ?? '' },
    {
      file: OPERATIONS_PAGE,
      expected: withTable(operations, 'operations', coverage()),
      actual: operations,
    },
    {
      file: SETTINGS_PAGE,
      expected: withTable(withTable(settings, 'settings', settingsTable()), 'tools', toolsTable()),
      actual: settings,
    },
    {
      file: ANSWERS_PAGE,
      expected: await formatted(ANSWERS_PAGE, withTable(manual ?? '', 'answers', mocksTables())),
      actual: manual ?? '',
    },
    {
      file: ANSWERS_SCHEMA,
      expected: await formatted(ANSWERS_SCHEMA, print(mocksSchema())),
      actual: schema ?? '',
    },
    {
      file: CHECKS_PAGE,
      expected: await formatted(CHECKS_PAGE, withTable(checksPage ?? '', 'checks', checksTable())),
      actual: checksPage ?? '',
    },
    {
      file: PROMPT_SCHEMA,
      expected: await formatted(PROMPT_SCHEMA, print(promptSchema)),
      actual: promptText ?? '',
    },
    {
      file: CASES_SCHEMA,
      expected: await formatted(CASES_SCHEMA, print(casesSchema(prompt.definitions.settings))),
      actual: casesText ?? '',
    },
    {
      file: ENGLISH_BUNDLE,
      expected: await formatted(ENGLISH_BUNDLE, print(await englishBundle())),
      actual: await read(ENGLISH_BUNDLE),
    },
  ];
}

/**
 * A text in the format that files of its name have here.
 * @param {string} file
 * @param {string} text
 */
async function formatted(file, text) {
  /** @type {import('oxfmt').FormatConfig} */
  const config = JSON.parse(await read('.oxfmtrc.json'));
  const { code, errors } = await format(file, text, config);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}

/**
 * @param {string} page
 * @param {string} name Of the table, in the comments around it.
 * @param {string} table
 */
function withTable(page, name, table) {
  const place = new RegExp(
    `(?<=<!-- ${name}: written by \`npm run manifest\` -->\\n\\n)[^]*?(?=\\n\\n<!-- ${name} end -->)`,
  );
  if (!place.test(page)) {
    throw new Error(`The comments are lost between which the ${name} stand.`);
  }
  return page.replace(place, () => table);
}

/**
 * The generated blocks in place of the old ones, or before the scripts where there were none.
 * @param {Json} current
 * @param {Json} generated
 * @returns {Json}
 */
function merge(current, generated) {
  const entries = Object.entries(current).map(([key, value]) => [
    key,
    BLOCKS.includes(key) ? generated[key] : value,
  ]);
  const missing = BLOCKS.filter((key) => !(key in current)).map((key) => [key, generated[key]]);
  const at = entries.findIndex(([key]) => key === 'scripts');
  return Object.fromEntries([...entries.slice(0, at), ...missing, ...entries.slice(at)]);
}

/** @param {unknown} value */
function print(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** @param {string} file */
async function read(file) {
  return await readFile(join(ROOT, file), 'utf8').catch(() => '');
}

/**
 * Whether the generated parts are fresh; says which are not.
 * @returns {Promise<import('./counts.mjs').Counts>} One per file.
 */
export async function checkManifest() {
  const files = await generate();
  const stale = files.filter(({ expected, actual }) => expected !== actual);
  for (const { file } of stale) {
    console.error(`${file} is not what the catalog derives: run \`npm run manifest\`.`);
  }
  return { passed: files.length - stale.length, failed: stale.length };
}

async function writeManifest() {
  for (const { file, expected, actual } of await generate()) {
    if (expected !== actual) {
      await writeFile(join(ROOT, file), expected);
      console.log(`wrote ${file}`);
    }
  }
}

if (isMain(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const { failed } = await checkManifest();
    process.exitCode = failed > 0 ? 1 : 0;
  } else {
    await writeManifest();
  }
}
