import type { Limits } from '../../../api/schema/row';
import { MODES } from '../../../conversation/model/modes';
import type { SharedField } from '../../../conversation/model/modeRow';
import type { ChoiceRow, FlagRow, Model, NumberRow, Place, SectionId, SettingRow } from './row';

export const MAX_INT32 = 2_147_483_647;

export function shared(field: SharedField): Place {
  const paths = Object.values(MODES).flatMap(({ settings }) => {
    const path = settings.shared[field];
    return path === undefined ? [] : [[settings.mode, path] as const];
  });
  return { in: Object.fromEntries(paths) };
}

/** Returns a maximum: the model's, the documented limit, or `most`. */
export function modelMaximum(
  model: Model,
  { modelMaximum, maximum = Infinity }: Limits,
  most = maximum,
): number {
  return (modelMaximum && model?.[modelMaximum]) ?? most;
}

export function takesDecodingOptions(model: Model): boolean {
  return model?.refusesDecodingOptions !== true;
}

export type Extra<R extends SettingRow> = Omit<R, 'key' | 'kind' | 'section' | 'place'>;
type Name = 'seed' | 'logprobs' | 'presencePenalty' | 'frequencyPenalty' | 'thinkingBudget';

export function configNumber(
  key: Name,
  section: SectionId,
  extra: Omit<Extra<NumberRow>, 'max'> & {
    readonly most: number;
    readonly max?: NumberRow['max'];
  },
  path: string = key,
): NumberRow {
  const { most, max = () => most, ...rest } = extra;
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'number', section, place, max, ...rest };
}

export function configFlag(
  key: 'responseLogprobs' | 'enableEnhancedCivicAnswers' | 'includeThoughts',
  section: SectionId,
  extra: Extra<FlagRow>,
  path: string = key,
): FlagRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'flag', section, place, ...extra };
}

export function configChoice(
  key:
    | 'responseMimeType'
    | 'responseModalities'
    | 'mediaResolution'
    | 'aspectRatio'
    | 'imageSize'
    | 'thinkingLevel'
    | 'voiceName'
    | 'audioFormat',
  section: SectionId,
  extra: Extra<ChoiceRow> & { readonly kind?: ChoiceRow['kind'] },
  path: string = key,
): ChoiceRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'choice', section, place, ...extra };
}

type ToolName =
  | 'codeExecution'
  | 'googleSearch'
  | 'googleSearchRetrieval'
  | 'urlContext'
  | 'googleMaps';

export function tool(name: ToolName, extra: Extra<FlagRow>): FlagRow {
  return { key: name, kind: 'flag', section: 'tools', place: { tool: name }, ...extra };
}
