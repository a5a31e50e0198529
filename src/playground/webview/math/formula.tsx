import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type FrameJob, type FrameQueue, Pace, makeScrollable } from '../dom';
import { useStore } from '../useStore';
import type { MathElement } from './mathTree';

interface FormulaProps {
  readonly tex: string;
  readonly isDisplay: boolean;
  readonly source: string;
}

interface Engine {
  readonly formulaOf: (tex: string, isDisplay: boolean) => MathElement;
}

const MATHML = 'http://www.w3.org/1998/Math/MathML';

export function Formula(formula: FormulaProps): VNode {
  const { frames } = useStore();
  const host = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (host.current) painterOf(frames).add(host.current, formula);
  }, [formula.source]);
  // The key creates a new element per formula, because rendering is imperative.
  return (
    <span key={formula.source} ref={host} class={formula.isDisplay ? 'math display' : 'math'}>
      {formula.source}
    </span>
  );
}

function painterOf(frames: FrameQueue): MathPainter {
  let painter = painters.get(frames);
  if (!painter) {
    painter = new MathPainter(frames);
    painters.set(frames, painter);
  }
  return painter;
}

const painters = new WeakMap<FrameQueue, MathPainter>();

class MathPainter implements FrameJob {
  readonly #frames: FrameQueue;
  readonly #waiting = new Map<HTMLElement, FormulaProps>();
  readonly #pace = new Pace();

  constructor(frames: FrameQueue) {
    this.#frames = frames;
  }

  add(host: HTMLElement, formula: FormulaProps): void {
    this.#waiting.set(host, formula);
    if (engine) this.#frames.add(this);
    else void this.#load();
  }

  run(deadline: number): boolean {
    if (!engine) return false;
    if (this.#pace.isResting) return true;
    this.#pace.measure(() => this.#draw(deadline));
    return this.#waiting.size > 0;
  }

  #draw(deadline: number): void {
    if (!engine) return;
    for (const [host, formula] of this.#waiting) {
      this.#waiting.delete(host);
      draw(host, formula, engine);
      if (performance.now() >= deadline) return;
    }
  }

  async #load(): Promise<void> {
    // CSP allows a dynamic import from a script with a nonce.
    loading ??= import('./engine');
    try {
      engine = await loading;
      this.#frames.add(this);
    } catch {
      // If loading fails, formulas stay as source.
      this.#waiting.clear();
    }
  }
}

let engine: Engine | undefined;
let loading: Promise<Engine> | undefined;

function draw(host: HTMLElement, { tex, isDisplay }: FormulaProps, { formulaOf }: Engine): void {
  try {
    const math = build(formulaOf(tex, isDisplay));
    host.replaceChildren(math);
    if (isDisplay) makeScrollable(host, math, () => l10n.t('Wide formula'));
  } catch {
    host.classList.add('unread');
    host.title = l10n.t('This formula can’t be rendered. Its source is shown instead.');
  }
}

function build({ name, attributes, classes, children }: MathElement): Element {
  const result = document.createElementNS(MATHML, name);
  for (const [attribute, value] of Object.entries(attributes)) {
    result.setAttribute(attribute, value);
  }
  if (classes.length > 0) result.setAttribute('class', classes.join(' '));
  result.append(...children.map((child) => (typeof child === 'string' ? child : build(child))));
  return result;
}
