import type { FixButton } from '../platform/report';
import type { Connections } from '../service/connection';

/** The buttons under an error message: what helps against its reason, and the log. Loads with the first error. */
export async function fixesFor(
  error: unknown,
  connections: Pick<Connections, 'find'>,
): Promise<readonly FixButton[]> {
  const { fixButtons } = await import('./fixButtons');
  return fixButtons(error, (id) => connections.find(id)?.auth);
}
