import * as l10n from '@vscode/l10n';

/** Fields of requests that are named to the user by other words than the service's: those of the settings. */
const WORDS: ReadonlyMap<string, () => string> = new Map<string, () => string>([
  ['systemInstruction', () => l10n.t('the system instruction')],
  ['cachedContent', () => l10n.t('cached content')],
  ['tools', () => l10n.t('tools')],
  ['toolConfig', () => l10n.t('the choice of functions')],
  ['serviceTier', () => l10n.t('Tier')],
  ['store', () => l10n.t('Logging')],
  ['generationConfig.speechConfig', () => l10n.t('the voice')],
  ['generationConfig.thinkingConfig', () => l10n.t('the choice of thoughts')],
  ['contents.parts.fileData', () => l10n.t('uploaded files')],
  ['contents.parts.thoughtSignature', () => l10n.t('signatures of thoughts')],
]);

/** These as words of a sentence. */
export function fieldWords(paths: readonly string[]): string {
  return paths.map((path) => WORDS.get(path)?.() ?? path).join(', ');
}
