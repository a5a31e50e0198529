import { PLACEHOLDER } from './digest';
import type { CallFacts, RequestFacts } from './requestFacts';
import type { RunTurn, SignatureFault } from './run';

const LOOP = 3;

/** The function calls in the responses of a run. */
export class RunCalls {
  /** Signatures by the ID of a call, and by its name and arguments. */
  readonly #signed = new Map<string, { readonly signatures: Set<string>; readonly from: number }>();
  readonly #counts = new Map<string, number>();

  add({ id, calls }: RequestFacts): void {
    for (const call of calls) {
      this.#counts.set(call.key, (this.#counts.get(call.key) ?? 0) + 1);
      for (const key of callKeys(call)) {
        const known = this.#signed.get(key) ?? { signatures: new Set(), from: id };
        if (call.signature !== '') known.signatures.add(call.signature);
        this.#signed.set(key, known);
      }
    }
  }

  remove({ calls }: RequestFacts): void {
    for (const { key } of calls) this.#counts.set(key, (this.#counts.get(key) ?? 1) - 1);
  }

  /** Compares the calls that were sent back with those of earlier responses. */
  signatureFault(sentCalls: readonly CallFacts[]): SignatureFault | undefined {
    const sent = new Set(sentCalls.map(({ signature }) => signature));
    const faults = sentCalls.flatMap((call): SignatureFault[] => {
      const known = callKeys(call)
        .map((key) => this.#signed.get(key))
        .find((one) => one !== undefined);
      if (!known || call.signature === PLACEHOLDER) return [];
      const { signatures, from } = known;
      const found = (kind: SignatureFault['kind']): SignatureFault[] => [
        { kind, name: call.name, count: 1, from },
      ];
      if (call.signature === '') {
        // Parallel calls with the same arguments share their key, and only the first is signed.
        if (signatures.size === 0 || hasSignedTwin(call, sentCalls)) return [];
        return found([...signatures].some((one) => sent.has(one)) ? 'moved' : 'dropped');
      }
      if (signatures.has(call.signature)) return [];
      return signatures.size > 0 ? found('changed') : [];
    });
    const [first] = faults;
    return first && { ...first, count: faults.filter(({ kind }) => kind === first.kind).length };
  }

  loop({ calls, outcome }: RequestFacts): RunTurn['loop'] {
    if (outcome !== 'answered') return undefined;
    const repeated = calls.find(({ key }) => (this.#counts.get(key) ?? 0) + 1 >= LOOP);
    return repeated && { name: repeated.name, count: (this.#counts.get(repeated.key) ?? 0) + 1 };
  }
}

function callKeys({ key, id }: CallFacts): readonly string[] {
  return id === '' ? [`key ${key}`] : [`id ${id}`, `key ${key}`];
}

function hasSignedTwin({ key, id }: CallFacts, sent: readonly CallFacts[]): boolean {
  return id === '' && sent.some((one) => one.key === key && one.signature !== '');
}
