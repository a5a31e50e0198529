import { DisposableStore, type Disposable } from '../../base/disposable';
import type { L10n } from '../../platform/l10n';
import type { LiveItem, LiveList } from '../../platform/liveList';
import type { Prompts } from '../../platform/prompts';
import type { CheckFix, CheckResult, CheckState } from './check';
import type { Examined } from './examine';
import { stateText, summarize } from './summary';
import { wrap } from './wrap';

/** What the user wants next. */
export type DoctorChoice = 'again' | 'close' | CheckFix;

type Row = DoctorChoice | 'copy' | 'told';

export interface DoctorListParts {
  readonly prompts: Prompts;
  readonly l10n: L10n;
  /** Copies what the list shows. */
  readonly copy: (rows: readonly Examined[]) => void;
}

/** Codicon ids. */
const ICONS: { readonly [S in CheckState]: string } = {
  passed: 'pass-filled',
  warning: 'warning',
  failed: 'error',
  skipped: 'circle-slash',
};

// Characters: a list is 600 pixels wide, and cuts off what is longer.
const WIDTH = 88;

/** Shows the checks while they run, and what they found. */
export class DoctorList implements Disposable {
  readonly #parts: DoctorListParts;
  readonly #title: string;
  readonly #list: LiveList<Row>;
  readonly #disposables = new DisposableStore();
  #rows: readonly Examined[] = [];
  #isCopied = false;
  #choose: (choice: DoctorChoice) => void = () => undefined;

  /** @param name of the connection. */
  constructor(parts: DoctorListParts, name: string) {
    this.#parts = parts;
    this.#title = parts.l10n.t('Diagnose “{0}”', name);
    this.#list = this.#disposables.add(parts.prompts.live<Row>());
    this.#disposables.add(this.#list.onDidChoose(({ value }) => this.#do(value)));
    this.#disposables.add(this.#list.onDidDismiss(() => this.#choose('close')));
  }

  /** The next choice of the user. */
  chosen(): Promise<DoctorChoice> {
    return new Promise((resolve) => {
      this.#choose = resolve;
    });
  }

  show(rows: readonly Examined[]): void {
    this.#rows = rows;
    this.#isCopied = false;
    this.#update();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #do(row: Row): void {
    if (row === 'told') return;
    if (row !== 'copy') {
      this.#choose(row);
      return;
    }
    this.#parts.copy(this.#rows);
    this.#isCopied = true;
    this.#update();
  }

  #update(): void {
    const { l10n } = this.#parts;
    const isOver = this.#rows.every(({ result }) => typeof result === 'object');
    const first = isOver ? firstToMend(this.#rows) : undefined;
    this.#list.update({
      title: this.#title,
      placeholder: isOver
        ? l10n.t('Enter runs the fix of a row, then every check again')
        : l10n.t('Checking one thing after the other…'),
      isBusy: !isOver,
      items: [
        this.#summary(isOver),
        ...this.#rows.flatMap((row) => this.#items(row, row === first)),
        ...(isOver ? this.#actions() : []),
        { label: l10n.t('Close'), icon: 'close', value: 'close' },
      ],
    });
  }

  #summary(isOver: boolean): LiveItem<Row> {
    const { l10n } = this.#parts;
    if (!isOver) return { label: l10n.t('Checking…'), icon: 'loading~spin', value: 'told' };
    const { state, text } = summarize(this.#rows, l10n);
    return { label: text, icon: ICONS[state], value: 'told' };
  }

  /** A row, and below it what does not fit into one. */
  #items({ title, result }: Examined, active: boolean): readonly LiveItem<Row>[] {
    if (typeof result === 'string') {
      const icon = result === 'running' ? 'loading~spin' : 'circle-outline';
      return [{ label: title, icon, value: 'told' }];
    }
    const { l10n } = this.#parts;
    const { state, says, hint = '', fix } = result;
    const value: Row = fix ?? 'told';
    const name = stateText(state, l10n);
    const text = `${says} ${hint}`.trim();
    const whole = `${name} · ${text}`;
    const isUneventful = state === 'passed' || state === 'skipped';
    if (isUneventful && title.length + whole.length < WIDTH) {
      return [{ label: title, description: whole, icon: ICONS[state], value }];
    }
    const [detail = '', ...more] = wrap(text, WIDTH);
    return [
      {
        label: title,
        description: fix ? l10n.t('{0} · Enter: {1}', name, fix.title) : name,
        detail,
        icon: ICONS[state],
        value,
        active,
      },
      ...more.map((line) => ({ label: '', description: line, value })),
    ];
  }

  #actions(): readonly LiveItem<Row>[] {
    const { l10n } = this.#parts;
    const copied = this.#isCopied ? { description: l10n.t('copied') } : {};
    return [
      { label: l10n.t('Run again'), icon: 'refresh', value: 'again' },
      { label: l10n.t('Copy the report'), icon: 'copy', value: 'copy', ...copied },
    ];
  }
}

/** What fails comes before what only warns. */
function firstToMend(rows: readonly Examined[]): Examined | undefined {
  const mendable = rows.filter(({ result }) => fixOf(result));
  const isFailed = ({ result }: Examined): boolean =>
    typeof result === 'object' && result.state === 'failed';
  return mendable.find(isFailed) ?? mendable[0];
}

function fixOf(result: Examined['result']): CheckFix | undefined {
  return typeof result === 'object' ? (result satisfies CheckResult).fix : undefined;
}
