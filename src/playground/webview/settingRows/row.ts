import type { PlaygroundSettings, SettingsMode } from '../../conversation';
import type { ModelInfo } from '../../protocol';
import type { RequestPart } from '../../settings';

export type Model = ModelInfo | undefined;

/** The groups that settings stand in, from top to bottom; those of `main` have no head. */
export const SECTIONS = [
  'main',
  'tools',
  'thinking',
  'output',
  'media',
  'sampling',
  'safety',
] as const;
export type SectionId = (typeof SECTIONS)[number];

/** Where its value is. */
export type Place =
  /** Paths in the requests of the modes that have it, such as `generationConfig.seed`. */
  | { readonly in: { readonly [M in SettingsMode]?: string } }
  /** A field of the settings themselves, of these modes. */
  | { readonly setting: keyof PlaygroundSettings; readonly of: readonly SettingsMode[] }
  /** The threshold of a category. */
  | { readonly safety: string; readonly of: readonly SettingsMode[] }
  /** A field of a tool. A flag stands for an empty message. */
  | { readonly tool: string };

interface Words {
  /** What its parts of the page are found by; no other row has it. */
  readonly key: string;
  /** Its name; a text that is none of ours is the service's word. */
  readonly label: (() => string) | { readonly word: string };
  readonly hint?: () => string;
  readonly section: SectionId;
  readonly place: Place;
  /** Whether to offer it; one that is set is always shown. */
  readonly known?: (model: Model) => boolean;
}

export interface NumberRow extends Words {
  readonly kind: 'number';
  readonly whole: boolean;
  readonly min: number;
  readonly max: (model: Model, mode: SettingsMode) => number;
  /** The model's own default. */
  readonly standard?: (model: Model) => number | undefined;
  /** Step of its slider; no slider without. */
  readonly step?: number;
  /** Whether its range says nothing worth reading. */
  readonly anyRange?: boolean;
}

export interface ChoiceRow extends Words {
  /** `choices` takes several of them. */
  readonly kind: 'choice' | 'choices';
  /** The service's values. */
  readonly options: readonly string[];
  /** What their names begin with, which is not shown. */
  readonly prefix?: string;
}

export interface TextRow extends Words {
  /** `lines` is a list of texts, one per line. */
  readonly kind: 'line' | 'text' | 'lines';
  readonly placeholder?: () => string;
}

export interface FlagRow extends Words {
  readonly kind: 'flag';
}

/** JSON that is edited in an editor of its own. */
export interface PartRow extends Words {
  readonly kind: 'part';
  readonly part: RequestPart;
  /** How many there are, where it is a list. */
  readonly count?: {
    readonly one: (count: string) => string;
    readonly many: (count: string) => string;
  };
}

/** A setting as the panel shows it: its words, where its value is, and what that may be. */
export type SettingRow = NumberRow | ChoiceRow | TextRow | FlagRow | PartRow;
