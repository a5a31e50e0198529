import type { ResourceRef } from '../../catalog/ref';
import type { Flow, Room } from '../room';
import { askForSearch } from './askForSearch';
import { askForSource, sourceLabel } from './askForSource';
import { lateProgress } from './lateProgress';
import { searchCall } from './searchRequest';
import { resultsOf } from './searchResult';

/** Searches a corpus or a document by meaning, and shows what was found in a view. */
export const searchResource: Flow = async (room, targets) => {
  const source = await askForSource(room, targets, room.l10n.t('Search'));
  if (source) await searchSource(room, source);
};

/** Asks what to look for in a corpus or a document, and searches it. */
export async function searchSource(room: Room, source: ResourceRef, query?: string): Promise<void> {
  const { l10n, searches, services } = room;
  const label = sourceLabel(room, source);
  const request = await askForSearch(room, source, label, query);
  if (!request) return;
  const controller = new AbortController();
  const { id, input } = searchCall(source, request);
  const title = l10n.t('Searching {0}', label);
  await searches.run({ source, sourceLabel: label, request }, controller, () =>
    lateProgress(room, title, controller, async (signal) =>
      resultsOf(await services.calls.call(source, id, input, { signal }), source),
    ),
  );
}
