import type { ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Banner } from '../../webview/kit/banner';
import { Button } from '../../webview/kit/button';
import type { IconName } from '../../webview/kit/icon';
import type { Failure, Fix } from '../../conversation/model/conversation';
import type { PanelContext } from './state/context';
import { useStore } from './useStore';

const FIX_ROWS: {
  readonly [F in Fix]: { readonly label: () => string; readonly icon?: IconName };
} = {
  retry: { label: () => l10n.t('Retry'), icon: 'refresh' },
  retryWithout: { label: () => l10n.t('Retry Without Rejected Settings'), icon: 'refresh' },
  continue: { label: () => l10n.t('Continue') },
  resume: { label: () => l10n.t('Resume') },
  keepInteractions: { label: () => l10n.t('Store Interactions…') },
  asChat: { label: () => l10n.t('Send as Chat') },
  addApiKey: { label: () => l10n.t('Add API Key…') },
  signIn: { label: () => l10n.t('Sign In…') },
  diagnose: { label: () => l10n.t('Diagnose…') },
  chooseModel: { label: () => l10n.t('Select Model') },
  useSuccessor: { label: () => l10n.t('Switch to Successor') },
  withoutCache: { label: () => l10n.t('Continue Without Cached Content') },
  askFromCalls: { label: () => l10n.t('Regenerate Function Calls'), icon: 'refresh' },
  startEmulator: { label: () => l10n.t('Start Emulator') },
  recordMissing: { label: () => l10n.t('Record This Request') },
  recordWindow: { label: () => l10n.t('Record or Replay…') },
  allowMore: { label: () => l10n.t('Allow More Today') },
  showLog: { label: () => l10n.t('Show Log') },
};

interface FixButtonsProps {
  readonly fixes: readonly Fix[];
  /** Turn ID. Empty for failures of the panel. */
  readonly turn: string;
  readonly ask: PanelContext['ask'];
  readonly isQuiet?: boolean | undefined;
}

/** A row of buttons, usually with a primary first one. Null if there are no fixes. */
export function FixButtons({ fixes, turn, ask, isQuiet }: FixButtonsProps): VNode | null {
  if (fixes.length === 0) return null;
  return (
    <div class="button-row">
      {fixes.map((fix, index) => (
        <Button
          key={fix}
          label={FIX_ROWS[fix].label()}
          icon={FIX_ROWS[fix].icon}
          kind={index === 0 && !isQuiet ? 'primary' : 'secondary'}
          onClick={() => void ask('fix', { turn, fix })}
        />
      ))}
    </div>
  );
}

interface FailureBlockProps extends Partial<FixButtonsProps> {
  readonly failure: Pick<Failure, 'message'> & Partial<Pick<Failure, 'hint'>>;
}

export function FailureBlock(props: FailureBlockProps): VNode {
  const { failure, fixes = [], turn = '', ask, isQuiet } = props;
  return (
    <div class="failure-words">
      <p class="failure-message">{failure.message}</p>
      {failure.hint && <p class="failure-hint">{failure.hint}</p>}
      {ask && <FixButtons {...{ fixes, turn, ask, isQuiet }} />}
    </div>
  );
}

export function Notices(): VNode {
  const store = useStore();
  const { notice, turns } = store.panel.value ?? {};
  const last = turns?.at(-1);
  const isQuiet = last?.role === 'model' && last.outcome?.verdict === 'failed';
  return (
    <div class="notices">
      {notice && (
        <Banner tone="warning">
          <FailureBlock failure={notice} fixes={notice.fixes} ask={store.ask} isQuiet={isQuiet} />
        </Banner>
      )}
      <Problem text={store.problem} onDismiss={() => store.dispatch({ name: 'dismissed' })} />
    </div>
  );
}

interface ProblemProps {
  readonly text: ReadonlySignal<string | undefined>;
  readonly onDismiss: () => void;
}

export function Problem({ text, onDismiss }: ProblemProps): VNode | null {
  if (text.value === undefined) return null;
  return (
    <Banner tone="error" onDismiss={onDismiss}>
      <FailureBlock failure={{ message: text.value }} />
    </Banner>
  );
}
