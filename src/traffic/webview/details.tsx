import { signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../webview/kit/button';
import { Icon } from '../../webview/kit/icon';
import { Section } from '../../webview/kit/section';
import type { FindingView } from '../view/runViews';
import type { RunsProps, RunsStore } from './runsStore';

type SectionName = 'findings' | 'changes' | 'request' | 'response';

const closed = signal<ReadonlySet<SectionName>>(new Set());

function toggle(name: SectionName, isOpen: boolean): void {
  const next = new Set(closed.peek());
  if (isOpen) next.delete(name);
  else next.add(name);
  closed.value = next;
}

/** The selected request: findings, the difference to the request before, and facts. */
export function Details({ store }: RunsProps): VNode {
  const details = store.details.value;
  const findings = store.view.value?.findings ?? [];
  const [own, others] = [
    findings.filter(({ turn }) => turn === details?.id),
    findings.filter(({ turn }) => turn !== details?.id),
  ];
  const section = (name: SectionName) => ({
    isOpen: !closed.value.has(name),
    onToggle: (isOpen: boolean) => toggle(name, isOpen),
  });
  return (
    <section class="pane details-pane" aria-label={l10n.t('Details')}>
      {details && (
        <>
          <h2>{details.title}</h2>
          <p class="quiet">{details.why}</p>
          <div class="button-row">
            <Button
              label={l10n.t('Open Request Details')}
              kind="secondary"
              icon="go-to-file"
              onClick={() => store.open('open', details.id)}
            />
            {details.hasBefore && (
              <Button
                label={l10n.t('Compare with Previous Request')}
                kind="secondary"
                icon="diff"
                onClick={() => store.open('compare', details.id)}
              />
            )}
          </div>
          {findings.length > 0 && (
            <Section
              title={l10n.t('Findings')}
              badge={{ text: String(findings.length) }}
              {...section('findings')}
            >
              {own.map((finding) => (
                <FindingBlock key={finding.id} store={store} finding={finding} />
              ))}
              {others.length > 0 && (
                <>
                  {own.length > 0 && <h3>{l10n.t('Other requests of this run')}</h3>}
                  <ul class="others">
                    {others.map((finding) => (
                      <li key={finding.id}>
                        <Severity finding={finding} />
                        <Button
                          label={finding.title}
                          kind="link"
                          title={finding.text}
                          onClick={() => store.selectTurn(finding.turn)}
                        />
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </Section>
          )}
          {details.hasBefore && (
            <Section title={l10n.t('Changes')} {...section('changes')}>
              <Facts
                lines={
                  details.changes.length > 0
                    ? details.changes
                    : [l10n.t('No changes that affect the model')]
                }
              />
            </Section>
          )}
          <Section title={l10n.t('Request')} {...section('request')}>
            <Facts lines={details.request} />
          </Section>
          <Section title={l10n.t('Response')} {...section('response')}>
            <Facts lines={details.response} />
          </Section>
        </>
      )}
    </section>
  );
}

function Facts({ lines }: { readonly lines: readonly string[] }): VNode {
  return (
    <ul class="facts">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

interface FindingProps {
  readonly store: RunsStore;
  readonly finding: FindingView;
}

function FindingBlock({ store, finding }: FindingProps): VNode {
  const { title, text, remedies } = finding;
  return (
    <div class="finding">
      <h3>
        <Severity finding={finding} />
        {title}
      </h3>
      <p>{text}</p>
      {remedies.map(({ id, label }) => (
        <Button key={id} label={label} kind="link" onClick={() => store.remedy(id, finding)} />
      ))}
    </div>
  );
}

function Severity({ finding: { severity } }: Pick<FindingProps, 'finding'>): VNode {
  const names = {
    error: l10n.t('Error'),
    warning: l10n.t('Warning'),
    info: l10n.t('Information'),
  };
  return (
    <span class={`mark ${severity}`} role="img" aria-label={names[severity]}>
      <Icon name={severity} />
    </span>
  );
}
