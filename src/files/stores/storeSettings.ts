import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { maxItems } from '../../api/schema/limits';
import { storeLimits } from '../../api/schema/fieldLimits';
import { askForMetadata } from '../../platform/metadataForm';
import { runWizard } from '../../platform/wizard';
import type { FilesContext } from '../context';
import type { StoreSettings } from '../uploadJob';

type AskDeps = Pick<FilesContext, 'prompts'>;

interface Answers {
  /** Words per chunk; 0 for the server's default chunking. */
  readonly words: number;
  readonly overlap: number;
  readonly metadata: readonly JsonObject[];
}

const MAX_WORDS = storeLimits.tokensPerChunk;
const FIRST_WORDS = 200;
const FIRST_OVERLAP = 20;

/** Asks for default or custom document settings. Undefined if dismissed. */
export async function askStoreSettings(
  { prompts }: AskDeps,
  title: string,
  count: number,
): Promise<StoreSettings | undefined> {
  const how = await prompts.pick({ title }, [
    {
      label: l10n.t('Automatic'),
      detail: l10n.t('The API selects the chunk size. No metadata.'),
      icon: 'sparkle',
      value: 'plain',
    },
    {
      label: l10n.t('With Metadata or a Chunk Size…'),
      ...(count > 1 && { detail: l10n.t('Applies to all files.') }),
      icon: 'list-selection',
      value: 'form',
    },
  ] as const);
  if (how !== 'form') return how && {};
  const answers = await runWizard<Answers>(prompts, { words: 0, overlap: 0, metadata: [] }, [
    {
      async ask(stepPrompts) {
        const words = await stepPrompts.pick(
          { title, placeholder: l10n.t('Select how to split text into chunks') },
          [
            { label: l10n.t('Automatic'), icon: 'sparkle', value: 0 },
            {
              label: l10n.t('Maximum words per chunk…'),
              icon: 'whitespace',
              value: FIRST_WORDS,
            },
          ],
        );
        return words === undefined ? undefined : { words };
      },
    },
    {
      isAsked: ({ words }) => words > 0,
      async ask(stepPrompts) {
        const words = await askForCount(
          { prompts: stepPrompts },
          {
            title,
            prompt: l10n.t('Maximum words per chunk'),
            value: FIRST_WORDS,
            range: [1, MAX_WORDS],
          },
        );
        return words === undefined ? undefined : { words };
      },
    },
    {
      isAsked: ({ words }) => words > 1,
      async ask(stepPrompts, { words }) {
        const value = Math.min(FIRST_OVERLAP, words - 1);
        const prompt = l10n.t('Words of overlap between chunks');
        const overlap = await askForCount(
          { prompts: stepPrompts },
          { title, prompt, value, range: [0, words - 1] },
        );
        return overlap === undefined ? undefined : { overlap };
      },
    },
    {
      async ask(stepPrompts, { metadata }) {
        const given = await askForMetadata(
          { prompts: stepPrompts },
          {
            title,
            before: metadata,
            most: storeLimits.customMetadata,
            mostValues: maxItems('StringList', 'values'),
          },
        );
        return given && { metadata: given };
      },
    },
  ]);
  return answers && settingsOf(answers);
}

function settingsOf({ words, overlap, metadata }: Answers): StoreSettings {
  const whiteSpaceConfig = {
    maxTokensPerChunk: words,
    maxOverlapTokens: Math.min(overlap, words - 1),
  };
  return {
    ...(metadata.length > 0 && { customMetadata: metadata }),
    ...(words > 0 && { chunkingConfig: { whiteSpaceConfig } }),
  };
}

interface CountQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: number;
  readonly range: readonly [least: number, most: number];
}

async function askForCount(
  { prompts }: AskDeps,
  { title, prompt, value, range: [least, most] }: CountQuestion,
): Promise<number | undefined> {
  const answer = await prompts.input({
    title,
    prompt,
    value: String(value),
    validate: (text) => {
      const count = Number(text.trim() || Number.NaN);
      return Number.isInteger(count) && count >= least && count <= most
        ? undefined
        : l10n.t('Enter a whole number from {0} to {1}.', least, most);
    },
  });
  return answer === undefined ? undefined : Number(answer);
}
