import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { GrowingText } from '../../../webview/kit/growingText';
import { useStore } from '../useStore';
import type { Pair } from '../state/unsentInput';

interface PairsEditorProps {
  readonly pairs: readonly Pair[];
  readonly onPairs: (pairs: readonly Pair[]) => void;
  readonly labels: readonly [first: (row: number) => string, second: (row: number) => string];
  readonly remove: (row: number) => string;
  readonly add: string;
  readonly class: string;
  readonly fresh: (pairs: readonly Pair[]) => Pair;
  readonly isHidden?: boolean;
  readonly before?: ComponentChildren;
  readonly behind?: ComponentChildren;
}

export function PairsEditor(props: PairsEditorProps): VNode {
  const { pairs, onPairs, labels, remove, isHidden = false } = props;
  const { announce } = useStore();
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = frame.current?.querySelectorAll('.pair')[wanted.current];
    wanted.current = undefined;
    const fields = [...(row?.querySelectorAll('textarea') ?? [])];
    const field = fields.find(({ value }) => value === '') ?? fields.at(-1);
    (field ?? frame.current?.querySelector<HTMLElement>('.add-pair'))?.focus();
  });

  function put(row: number, at: 0 | 1, text: string): void {
    onPairs(
      pairs.map((pair, index) => {
        if (index !== row) return pair;
        return at === 0 ? [text, pair[1]] : [pair[0], text];
      }),
    );
  }

  return (
    <div class="mode-editor" ref={frame}>
      {!isHidden && pairs.length > 0 && (
        <div class={`pairs ${props.class}`}>
          {pairs.map((pair, row) => (
            <div class="pair">
              {([0, 1] as const).map((at) => (
                <GrowingText
                  name={labels[at](row + 1)}
                  placeholder={labels[at](row + 1)}
                  value={pair[at]}
                  onText={(text) => put(row, at, text)}
                />
              ))}
              <Button
                label={remove(row + 1)}
                icon="close"
                bare
                onClick={() => {
                  onPairs(pairs.filter((_, index) => index !== row));
                  wanted.current = Math.min(row, pairs.length - 2);
                  announce(remove(row + 1));
                }}
              />
            </div>
          ))}
        </div>
      )}
      <div class="button-row">
        {props.before}
        {!isHidden && (
          <Button
            label={props.add}
            icon="add"
            kind="secondary"
            class="add-pair"
            onClick={() => {
              onPairs([...pairs, props.fresh(pairs)]);
              wanted.current = pairs.length;
            }}
          />
        )}
        {props.behind}
      </div>
    </div>
  );
}
