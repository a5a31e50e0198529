import { Emitter } from '../../src/base/event';
import type { JsonObject } from '../../src/api/schema/row';
import type { VscodeTool, VscodeTools } from '../../src/platform/vscodeTools';

/** Tools that a test registers and answers. */
export class FakeVscodeTools implements VscodeTools {
  readonly tools: VscodeTool[] = [];
  readonly calls: { readonly name: string; readonly input: JsonObject }[] = [];
  readonly #trusted = new Emitter<void>();
  readonly onDidTrust = this.#trusted.event;
  trusted = true;
  /** Runs a tool. */
  answer: (name: string, input: JsonObject, signal: AbortSignal) => Promise<readonly unknown[]> =
    async (name) => [{ value: `${name} is done` }];

  list(): readonly VscodeTool[] {
    return this.tools;
  }

  isTrusted(): boolean {
    return this.trusted;
  }

  trust(): void {
    this.trusted = true;
    this.#trusted.fire();
  }

  async invoke(name: string, input: JsonObject, signal: AbortSignal): Promise<readonly unknown[]> {
    this.calls.push({ name, input });
    return await this.answer(name, input, signal);
  }
}
