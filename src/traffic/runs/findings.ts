import {
  cache,
  ignored,
  loop,
  otherModel,
  rejected,
  signature,
  twice,
} from './conversationFindings';
import { early, empty, malformed, quota, schema, storm, thoughts } from './failureFindings';
import type { RemedyName } from '../view/runViews';
import type { Evidence, Run, RunTurn } from './run';

export type FindingKind =
  | 'signature'
  | 'cache'
  | 'schema'
  | 'malformed'
  | 'thoughts'
  | 'empty'
  | 'loop'
  | 'twice'
  | 'storm'
  | 'early'
  | 'quota'
  | 'ignored'
  | 'rejected'
  | 'model';

export interface Finding extends Evidence {
  readonly kind: FindingKind;
  readonly severity: 'error' | 'warning' | 'info';
  /** Request with the evidence, and the number of others with the same. */
  readonly id: number;
  readonly more: number;
  /** Besides opening the request. */
  readonly remedy?: RemedyName;
}

interface FindingRow {
  readonly kind: FindingKind;
  readonly severity: Finding['severity'];
  /** Besides opening the request. */
  readonly remedy?: RemedyName;
  readonly find: (turn: RunTurn) => Evidence | undefined;
}

const rows: readonly FindingRow[] = [
  { kind: 'signature', severity: 'error', remedy: 'compare', find: signature },
  { kind: 'rejected', severity: 'error', find: rejected },
  { kind: 'schema', severity: 'error', remedy: 'bisect', find: schema },
  { kind: 'quota', severity: 'error', find: quota },
  { kind: 'cache', severity: 'warning', remedy: 'compare', find: cache },
  { kind: 'malformed', severity: 'warning', find: malformed },
  { kind: 'thoughts', severity: 'warning', find: thoughts },
  { kind: 'empty', severity: 'warning', find: empty },
  { kind: 'storm', severity: 'warning', find: storm },
  { kind: 'early', severity: 'warning', remedy: 'openOther', find: early },
  { kind: 'loop', severity: 'warning', find: loop },
  { kind: 'twice', severity: 'info', remedy: 'openOther', find: twice },
  { kind: 'model', severity: 'info', find: otherModel },
  { kind: 'ignored', severity: 'info', find: ignored },
];

/** Returns the findings of a run, each once, in the order of requests. */
export function findingsOf({ turns }: Pick<Run, 'turns'>): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const turn of turns) {
    for (const { find, ...row } of rows) {
      const evidence = find(turn);
      if (!evidence) continue;
      const key = `${row.kind} ${evidence.key}`;
      const known = found.get(key);
      found.set(
        key,
        known
          ? { ...known, more: known.more + 1 }
          : { ...row, ...evidence, id: turn.facts.id, more: evidence.more ?? 0 },
      );
    }
  }
  return [...found.values()];
}
