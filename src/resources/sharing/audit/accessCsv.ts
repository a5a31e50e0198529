import { textAt } from '../../../base/json';
import { kindRow } from '../../../catalog/kinds';
import type { AccessState } from './accessEntry';
import { accesses } from './auditSheet';

const TITLES = ['resource', 'displayName', 'kind', 'granteeType', 'emailAddress', 'role'];

/** The permissions that a sheet shows, in the service's own words: for programs, not for a language. */
export function accessCsv(state: AccessState): string {
  const rows = accesses(state).map(({ entry, permission }) => [
    entry.ref.name,
    entry.label,
    kindRow(entry.ref.kind).message,
    textAt(permission, 'granteeType'),
    textAt(permission, 'emailAddress'),
    textAt(permission, 'role'),
  ]);
  return [TITLES, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Quoted where it must be (RFC 4180); never a formula, as names and addresses may come from a stranger. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
