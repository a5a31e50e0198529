import type { KindRow } from '../kindRow';
import { text } from '../text';
import { dayOf, displayLabel, Facts, RESOURCE_ID } from './facts';

/** Corpora: collections of documents that can be searched by meaning. */
export const corpus = {
  pattern: 'corpora/*',
  message: 'Corpus',
  icon: 'library',
  noun: text('corpus'),
  nouns: text('corpora'),
  title: text('Corpora'),
  empty: text('There are no corpora.'),
  instead: text(
    'Today’s service has file search stores in their place. Short texts can also stand in the prompt.',
  ),
  label: displayLabel,
  hasTwins: true,
  description: (resource) => {
    const day = dayOf(resource, 'updateTime');
    return day === undefined ? undefined : text('updated {0}', day);
  },
  spoken: (resource) => {
    const day = dayOf(resource, 'updateTime');
    return day === undefined ? undefined : text('updated on {0}', day);
  },
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  verbs: {
    search: () => true,
    answer: () => true,
    importResource: () => true,
    exportResource: () => true,
    share: () => true,
  },
  collectionVerbs: ['importResource'],
  template: { displayName: '' },
  id: RESOURCE_ID,
  restored: text('the times of its creation are not'),
} as const satisfies KindRow;
