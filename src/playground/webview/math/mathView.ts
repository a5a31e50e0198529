import * as l10n from '@vscode/l10n';
import type { PanelContext } from '../state/context';
import { element, type FrameJob, type FrameQueue } from '../dom';
import type { PieceElement } from '../pieces';
import { scrollsAlone } from '../scrollFrame';
import type { MathElement } from './mathTree';
import './math.css';

type Formula = PieceElement & { readonly tag: 'math' };

interface Engine {
  readonly formulaOf: (tex: string, isDisplay: boolean) => MathElement;
}

const MATHML = 'http://www.w3.org/1998/Math/MathML';
/** Drawing formulas may take a fifth of the time, whatever stands in them. */
const REST = 4;

/** A formula: as it was written until its frame comes, and for good where it is none. */
export function mathElement(formula: Formula, { frames }: PanelContext): HTMLElement {
  const host = element('span', {
    class: formula.isDisplay ? 'math display' : 'math',
    text: formula.source,
  });
  let painter = painters.get(frames);
  if (!painter) {
    painter = new MathPainter(frames);
    painters.set(frames, painter);
  }
  painter.add(host, formula);
  return host;
}

const painters = new WeakMap<FrameQueue, MathPainter>();

/** Draws the formulas of a page, as many in a frame as there is time for. */
class MathPainter implements FrameJob {
  readonly #frames: FrameQueue;
  readonly #waiting = new Map<HTMLElement, Formula>();
  #restUntil = 0;

  constructor(frames: FrameQueue) {
    this.#frames = frames;
  }

  add(host: HTMLElement, formula: Formula): void {
    this.#waiting.set(host, formula);
    if (engine) this.#frames.add(this);
    else void this.#load();
  }

  run(deadline: number): boolean {
    if (!engine) return false;
    const started = performance.now();
    if (started < this.#restUntil) return true;
    for (const [host, formula] of this.#waiting) {
      this.#waiting.delete(host);
      draw(host, formula, engine);
      if (performance.now() >= deadline) break;
    }
    const now = performance.now();
    this.#restUntil = now + (now - started) * REST;
    return this.#waiting.size > 0;
  }

  async #load(): Promise<void> {
    // A script of its own: the nonce of the one that asks for it counts for it too.
    loading ??= import('./engine');
    try {
      engine = await loading;
      this.#frames.add(this);
    } catch {
      // Formulas stay as they were written.
      this.#waiting.clear();
    }
  }
}

let engine: Engine | undefined;
let loading: Promise<Engine> | undefined;

function draw(host: HTMLElement, { tex, isDisplay }: Formula, { formulaOf }: Engine): void {
  try {
    const math = build(formulaOf(tex, isDisplay));
    host.replaceChildren(math);
    if (isDisplay) scrollsAlone(host, math, () => l10n.t('Wide formula'));
  } catch {
    host.classList.add('unread');
    host.title = l10n.t('This formula can’t be shown. It stands here as it was written.');
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
