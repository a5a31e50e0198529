import type { ExchangeTarget } from '../catalog/ref';
import type { SessionEntry, ShownSession } from '../service/sessionTraffic';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';

interface OwnNode extends ExchangeTarget {
  readonly entry: TrafficEntry;
}

interface ProgramNode extends ExchangeTarget {
  readonly program: SessionEntry;
}

interface SessionNode {
  readonly session: ShownSession;
}

export type TrafficNode = OwnNode | ProgramNode | SessionNode;

export type ShownTraffic = Pick<TrafficLog, 'entries' | 'sessions'>;

export function childrenOf({ entries, sessions }: ShownTraffic, node?: TrafficNode): TrafficNode[] {
  if (!node) {
    const folders = sessions.filter((one) => one.isFollowed || one.entries.length > 0);
    return [
      ...folders.map((session) => ({ session })),
      ...entries.map((entry) => ({ exchange: entry.id, entry })).reverse(),
    ];
  }
  if (!('session' in node)) return [];
  return node.session.entries.map((program) => ({ exchange: program.id, program })).reverse();
}
