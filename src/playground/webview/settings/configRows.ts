import type { ChoiceRow, FlagRow, NumberRow, SectionId, SettingRow } from './row';

type Extra<R extends SettingRow> = Omit<R, 'key' | 'kind' | 'label' | 'section' | 'place'>;
type Name = 'seed' | 'logprobs' | 'presencePenalty' | 'frequencyPenalty' | 'thinkingBudget';

/** A number that only the current models have, in their configuration. */
export function configNumber(
  key: Name,
  section: SectionId,
  extra: Omit<Extra<NumberRow>, 'max'> & { readonly most: number },
  path: string = key,
): NumberRow {
  const { most, ...rest } = extra;
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'number', label: key, section, place, max: () => most, ...rest };
}

export function configFlag(
  key: 'responseLogprobs' | 'enableEnhancedCivicAnswers' | 'includeThoughts',
  section: SectionId,
  extra: Extra<FlagRow> = {},
  path: string = key,
): FlagRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'flag', label: key, section, place, ...extra };
}

export function configChoice(
  key: 'responseMimeType' | 'responseModalities' | 'mediaResolution' | 'aspectRatio',
  section: SectionId,
  extra: Extra<ChoiceRow> & { readonly kind?: ChoiceRow['kind'] },
  path: string = key,
): ChoiceRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'choice', label: key, section, place, ...extra };
}

type ToolName =
  'codeExecution' | 'googleSearch' | 'googleSearchRetrieval' | 'urlContext' | 'googleMaps';

export function tool(name: ToolName, extra: Extra<FlagRow> = {}): FlagRow {
  return {
    key: name,
    kind: 'flag',
    label: name,
    section: 'tools',
    place: { tool: name },
    ...extra,
  };
}
