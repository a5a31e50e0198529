import type { PlaygroundSettings, SettingsMode } from '../../../conversation/model/conversation';
import type { ModelInfo } from '../../../conversation/model/protocol';
import type { RequestPart } from '../../../conversation/model/settings';

export type Model = ModelInfo | undefined;

/** The groups that settings stand in, from top to bottom; those of `main` have no head. */
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

/** Where its value is. */
export type Place =
  /** Paths in the requests of the modes that have it, such as `generationConfig.seed`. */
  | { readonly in: { readonly [M in SettingsMode]?: string } }
  /** A field of the settings themselves, of these modes. */
  | { readonly setting: keyof PlaygroundSettings; readonly of: readonly SettingsMode[] }
  /** The threshold of a category. */
  | { readonly safety: string; readonly of: readonly SettingsMode[] }
  /**
   * A field of a tool, or one within that. A flag stands for an empty message. With `isWhole` the tool goes when that
   * field goes.
   */
  | { readonly tool: string; readonly path?: string; readonly isWhole?: true }
  /** A tool of an interaction, by the word for its type. */
  | { readonly typedTool: string }
  /** One of the two who speak: the name, or the voice. */
  | { readonly speaker: 0 | 1; readonly of: 'name' | 'voice' };

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
  /** The key of what has to be set before it is offered. */
  readonly needs?: string;
  /** A path in the request of the mode that goes when this is set: the service takes one of the two. */
  readonly clears?: string;
  /** The service still takes it, and has something else in its place. */
  readonly isDeprecated?: true;
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
  /** Of the options, those that a model takes; absent, or where that is undefined, all. */
  readonly takes?: (model: Model) => readonly string[] | undefined;
  /** The one that holds where nothing is chosen. */
  readonly standard?: (model: Model) => string | undefined;
  /** Words in place of the service's, by the option. */
  readonly words?: { readonly [option: string]: () => string };
  /** The options are `true` and `false`, and so are the values. */
  readonly isFlag?: true;
}

export interface TextRow extends Words {
  /** `lines` is a list of texts, one per line; `day` is a day, which stands for its first second in UTC. */
  readonly kind: 'line' | 'text' | 'lines' | 'day';
  /** It is completed with keys of metadata. */
  readonly isFilter?: true;
  /** It is an end of a range; the key of the other one. Both are set, in their order, or neither. */
  readonly range?: { readonly from: string } | { readonly to: string };
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

/** Things with names, which are chosen in a list of VS Code's. */
export interface NamesRow extends Words {
  readonly kind: 'names';
  /** The call that shows the list, and the name of the button for it. */
  readonly by: 'pickStores' | 'editServers';
  readonly button: () => string;
  /** Several of them. */
  readonly count: (count: string) => string;
}

/** A setting as the panel shows it: its words, where its value is, and what that may be. */
export type SettingRow = NumberRow | ChoiceRow | TextRow | FlagRow | PartRow | NamesRow;
