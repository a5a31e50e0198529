import type { OpenClient } from './openClient';
import type { TrafficLog } from './trafficLog';

/** Opens clients whose requests the traffic log has. */
export function openRecorded(open: OpenClient, traffic: TrafficLog): OpenClient {
  return (target) =>
    open({
      ...target,
      onExchange: (exchange) => traffic.add(target.connection, exchange),
      isRecording: () => traffic.isOn,
    });
}
