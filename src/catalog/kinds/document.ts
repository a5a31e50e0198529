import type { JsonObject } from '../../api/schema/row';
import type { KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { displayLabel, Facts, metadataLine, RESOURCE_ID } from './facts';

function facts(resource: JsonObject): Text | undefined {
  const line = metadataLine(resource);
  return line === '' ? undefined : text('{0}', line);
}

/** Documents of a corpus, with metadata to filter by. */
export const document = {
  pattern: 'corpora/*/documents/*',
  message: 'Document',
  icon: 'file-text',
  noun: text('document'),
  nouns: text('documents'),
  title: text('Documents'),
  empty: text('The corpus has no documents.'),
  instead: text(
    'Today’s service has file search stores in their place. Short texts can also stand in the prompt.',
  ),
  label: displayLabel,
  hasTwins: true,
  description: facts,
  spoken: facts,
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Metadata', metadataLine(resource))
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  verbs: {
    search: () => true,
    answer: () => true,
    importChunks: () => true,
    exportResource: () => true,
  },
  collectionVerbs: ['importResource'],
  template: { displayName: '', customMetadata: [] },
  id: RESOURCE_ID,
  restored: text('the times of its creation are not'),
} as const satisfies KindRow;
