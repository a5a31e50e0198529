import type { Limits } from '../../../api/schema/row';
import type { PlaygroundSettings, SettingsMode } from '../../../conversation/model/conversation';
import type { SharedField } from '../../../conversation/model/modeRow';
import { MODES } from '../../../conversation/model/modes';
import type { ModelInfo } from '../../../conversation/model/protocol';
import type { RequestPart } from '../../../conversation/model/settings';

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

/** Where a setting of `generationConfig` is, if not directly in it. */
interface ConfigPath {
  readonly path?: string;
}

function inConfig(path: string): Place {
  return { in: { chat: `generationConfig.${path}` } };
}

interface ConfigNumber extends Omit<Extra<NumberRow>, 'max'>, ConfigPath {
  readonly most: number;
  readonly max?: NumberRow['max'];
}

export function configNumber(key: string, section: SectionId, extra: ConfigNumber): NumberRow {
  const { most, max = () => most, path = key, ...rest } = extra;
  return { key, kind: 'number', section, place: inConfig(path), max, ...rest };
}

export function configFlag(
  key: string,
  section: SectionId,
  { path = key, ...extra }: Extra<FlagRow> & ConfigPath,
): FlagRow {
  return { key, kind: 'flag', section, place: inConfig(path), ...extra };
}

export function configChoice(
  key: string,
  section: SectionId,
  { path = key, ...extra }: Extra<ChoiceRow> & ConfigPath & Partial<Pick<ChoiceRow, 'kind'>>,
): ChoiceRow {
  return { key, kind: 'choice', section, place: inConfig(path), ...extra };
}

export type Model = ModelInfo | undefined;

/** Settings groups from top to bottom. `main` has no heading. */
export const SECTIONS = [
  'main',
  'sampling',
  'thinking',
  'output',
  'tools',
  'media',
  'safety',
  'service',
  'advanced',
] as const;
export type SectionId = (typeof SECTIONS)[number];

export type Place =
  /** Paths in each mode's requests, such as `generationConfig.seed`. */
  | { readonly in: { readonly [M in SettingsMode]?: string } }
  /** A field of the settings, and the modes that use it. */
  | { readonly setting: keyof PlaygroundSettings; readonly of: readonly SettingsMode[] }
  | { readonly safety: string; readonly of: readonly SettingsMode[] }
  /** A tool field. A flag is an empty message. `isWhole` removes the tool with the field. */
  | { readonly tool: string; readonly path?: string; readonly isWhole?: true }
  | { readonly typedTool: string }
  /** Functions that stand for VS Code tools. Only the host adds them. */
  | { readonly tools: 'vscode' }
  | { readonly speaker: 0 | 1; readonly of: 'name' | 'voice' };

interface Words {
  /** Unique key, used for element IDs. */
  readonly key: string;
  /** A localized label, or an API term that isn't translated. */
  readonly label: (() => string) | { readonly word: string };
  readonly hint?: () => string;
  readonly section: SectionId;
  readonly place: Place;
  /** Whether the model supports the setting. Set values are always shown. */
  readonly known?: (model: Model) => boolean;
  /** Key of a setting that must be set first. */
  readonly needs?: string;
  /** Path to remove when this is set, because the API accepts only one of the two. */
  readonly clears?: string;
  /** API name of the replacement, if the setting is deprecated. The replacement's own row is next to it. */
  readonly replacedBy?: string;
}

export interface NumberRow extends Words {
  readonly kind: 'number';
  readonly whole: boolean;
  readonly min: number;
  readonly max: (model: Model, mode: SettingsMode) => number;
  readonly standard?: (model: Model) => number | undefined;
  /** Slider step. Undefined if there is no slider. */
  readonly step?: number;
  /** Whether to hide the range because it isn't informative. */
  readonly anyRange?: boolean;
}

export interface ChoiceRow extends Words {
  readonly kind: 'choice' | 'choices';
  readonly options: readonly string[];
  /** Common prefix of the options, hidden in the UI. */
  readonly prefix?: string;
  /** Options that a model supports. Default: all. */
  readonly takes?: (model: Model) => readonly string[] | undefined;
  /** Effective option if nothing is selected. */
  readonly standard?: (model: Model) => string | undefined;
  readonly words?: { readonly [option: string]: () => string };
  /** Whether the options `true` and `false` are stored as booleans. */
  readonly isFlag?: true;
}

export interface TextRow extends Words {
  /** `lines` is one string per line. `day` is the first second of a UTC day. */
  readonly kind: 'line' | 'text' | 'lines' | 'day';
  /** Whether to complete metadata keys. */
  readonly isFilter?: true;
  /** Key of the other end of a range. Both ends must be set, in order. */
  readonly range?: { readonly from: string } | { readonly to: string };
  readonly placeholder?: () => string;
}

export interface FlagRow extends Words {
  readonly kind: 'flag';
}

export interface PartRow extends Words {
  readonly kind: 'part';
  readonly part: RequestPart;
  readonly count?: {
    readonly one: (count: string) => string;
    readonly many: (count: string) => string;
  };
}

export interface NamesRow extends Words {
  readonly kind: 'names';
  readonly by: 'pickStores' | 'editServers' | 'pickTools';
  readonly button: () => string;
  readonly count: (count: string) => string;
}

/** A setting: texts, location, and allowed values. */
export type SettingRow = NumberRow | ChoiceRow | TextRow | FlagRow | PartRow | NamesRow;
