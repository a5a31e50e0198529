import { CodeBlock } from '../codeBlock';
import type { PanelContext } from '../context';
import { element } from '../element';
import type { FrameJob } from '../frames';
import { formattedJson } from './formattedJson';

/** JSON that streams in as code, and is laid out once it is complete. */
export class JsonView implements FrameJob {
  readonly element = element('div', { class: 'text' });
  readonly #context: PanelContext;
  #code: CodeBlock;
  #text = '';
  /** UTF-16 units that the code has. */
  #taken = 0;
  #ended = false;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#code = new CodeBlock(context, 'json');
    this.element.append(this.#code.element);
  }

  /** As it came. */
  get text(): string {
    return this.#text;
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(text: string): void {
    this.#text += text;
    this.#context.frames.add(this);
  }

  end(): void {
    this.#ended = true;
    this.#context.frames.add(this);
  }

  run(deadline: number): boolean {
    if (!this.#ended) {
      this.#code.append(this.#text.slice(this.#taken));
      this.#taken = this.#text.length;
      return this.#code.paint(deadline);
    }
    const code = new CodeBlock(this.#context, 'json');
    code.append(formattedJson(this.#text));
    code.close();
    this.#code.element.replaceWith(code.element);
    this.#code = code;
    return false;
  }
}
