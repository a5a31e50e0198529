import * as l10n from '@vscode/l10n';
import { localTime } from '../../base/format';
import type { CacheBreak } from './cacheBreak';
import type { Link, RunTurn } from './run';
import type { RequestFacts } from './requestFacts';
import type { SchemaHint } from './schemaHints';

export function cacheWhere(where: CacheBreak['where']): string {
  switch (where) {
    case 'model':
      return l10n.t('Implicit cache miss: model changed');
    case 'tools':
      return l10n.t('Implicit cache miss: tools changed');
    case 'system':
      return l10n.t('Implicit cache miss: system instruction changed');
    case 'contents':
      return l10n.t('Implicit cache miss: earlier content changed');
  }
}

export function hintText(hint: SchemaHint): string {
  switch (hint.kind) {
    case 'items':
      return l10n.t('maxItems add up to {0}', hint.total);
    case 'enum':
      return l10n.t('{0} has {1} enum values', hint.path, hint.count);
    case 'arrays':
      return l10n.t('{0} arrays have limits', hint.count);
    case 'tools':
      return l10n.t('{0} functions', hint.count);
  }
}

/** Returns the time of a request, or the number of its recording. */
export function nameOf({ label, startedAt }: RequestFacts): string {
  return label === '' ? localTime(startedAt).slice(11) : label;
}

/** Returns why a request belongs to its run. */
export function linkText(link: Link, turnOf: (id: number) => RunTurn | undefined): string {
  const time = (id: number | undefined): string | undefined => {
    const turn = id === undefined ? undefined : turnOf(id);
    return turn && nameOf(turn.facts);
  };
  const at = 'to' in link ? (time(link.to) ?? '') : '';
  switch (link.kind) {
    case 'first':
      return l10n.t('First request of a conversation.');
    case 'interaction':
      return l10n.t('Continues the interaction of {0} (previous_interaction_id).', at);
    case 'results':
      return l10n.t('Has the results of the function calls of {0}, matched by ID.', at);
    case 'history':
      return l10n.t('Continues the conversation of {0}: its contents start the same.', at);
    case 'attempt':
      return l10n.t('Retries the request of {0}: the same body after a failure.', at);
    case 'unknownHistory': {
      const near = time(link.near);
      return near === undefined
        ? l10n.t('Starts with earlier messages that aren’t in any request shown here.')
        : l10n.t(
            'Starts with its own history. It may continue the run of {0} with shortened or changed messages.',
            near,
          );
    }
  }
}
