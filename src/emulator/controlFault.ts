import { isOperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import { whole, wrong } from './control/fields';
import { faultKinds } from './faultKinds';
import { readUploadFault, uploadFaultKinds, type UploadFaults } from './http/uploadFault';
import { isSignInTarget, type Fault, type FaultQueue } from './faults';

const COMMON = ['kind', 'operation', 'count', 'after'];

/** What takes faults: those of operations, and those of the requests of an upload. */
export interface Faulty {
  readonly faults: FaultQueue;
  readonly uploadFaults: UploadFaults;
}

/** Lets a fault wait for its requests. Throws 400 for what is no fault. */
export function addFault({ faults, uploadFaults }: Faulty, body: JsonObject): void {
  const count = whole(body, 'count', 1);
  // A fault for no request at all would be of no use: 0 stands for all of them.
  const requests = count === 0 ? Infinity : count;
  const ofUpload = readUploadFault(body);
  if (ofUpload) uploadFaults.add(ofUpload, requests);
  else faults.add(readFault(body), requests);
}

/** Reads a fault that the control API was sent. Throws 400 for an unknown kind, operation or field. */
export function readFault(body: JsonObject): Fault {
  const { operation = '*' } = body;
  const kind = typeof body.kind === 'string' ? body.kind : '';
  const row = Object.hasOwn(faultKinds, kind) ? faultKinds[kind] : undefined;
  if (!row) throw wrong(`kind must be one of ${faultNames().join(', ')}.`);
  const takes = [...COMMON, ...row.takes];
  const strange = Object.keys(body).find((name) => !takes.includes(name));
  if (strange !== undefined) {
    throw wrong(`A fault of kind ${kind} has no ${strange}: it takes ${takes.join(', ')}.`);
  }
  const isKnown = typeof operation === 'string' && isTarget(operation);
  if (!isKnown) {
    throw wrong('operation must be one such as models.list, * or an endpoint such as oauth.token.');
  }
  const effect = row.effect(body);
  if (isSignInTarget(operation) && (!effect.accident || effect.isDone)) {
    throw wrong(`A fault of kind ${kind} can't befall ${operation}.`);
  }
  return { operation, after: whole(body, 'after', 0), ...effect };
}

/** Every kind of fault. */
export function faultNames(): readonly string[] {
  return [...Object.keys(faultKinds), ...uploadFaultKinds];
}

function isTarget(text: string): text is Fault['operation'] {
  return text === '*' || isOperationId(text) || isSignInTarget(text);
}
