import { text, type Text } from './text';

/** A row at the top of the tree that has the collections of several kinds below it. */
interface SectionRow {
  readonly title: Text;
  /** Codicon id. */
  readonly icon: string;
  /** What is in it, for who points at it. */
  readonly about: Text;
}

/** THE SECTIONS, in the order of the tree: they stand behind the collections that have a row of their own there. */
export const sections = {
  interactions: {
    title: text('Agents and Interactions'),
    icon: 'type-hierarchy',
    about: text(
      'Interactions API resources: interactions, agents, environments, triggers, credentials, voices, and webhooks.',
    ),
  },
} as const satisfies { readonly [id: string]: SectionRow };

export type SectionId = keyof typeof sections;

export function sectionIds(): readonly SectionId[] {
  return Object.keys(sections) as SectionId[];
}

export function sectionRow(id: SectionId): SectionRow {
  return sections[id];
}
