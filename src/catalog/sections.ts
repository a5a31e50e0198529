import { text, type Text } from './text';

interface SectionRow {
  readonly title: Text;
  readonly icon: string;
  readonly about: Text;
}

const sections = {
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
