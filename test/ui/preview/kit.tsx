import '../../../src/webview/styles/base.css';
import '../../../src/webview/styles/controls.css';
import './kit.css';
import { type Signal, signal } from '@preact/signals';
import { render, type VNode } from 'preact';
import { Banner } from '../../../src/webview/kit/banner';
import { Button } from '../../../src/webview/kit/button';
import { ChipList, type ChipRow } from '../../../src/webview/kit/chip';
import { Check, Choice, Choices } from '../../../src/webview/kit/choice';
import { Field } from '../../../src/webview/kit/field';
import { GrowingText } from '../../../src/webview/kit/growingText';
import { Hover } from '../../../src/webview/kit/hover';
import { Icon } from '../../../src/webview/kit/icon';
import { Announcer, LiveRegion } from '../../../src/webview/kit/liveRegion';
import { openMenu } from '../../../src/webview/kit/menu';
import type { MenuRow } from '../../../src/webview/kit/menuList';
import { Section } from '../../../src/webview/kit/section';
import { Separator } from '../../../src/webview/kit/separator';
import { NumberInput, Slider } from '../../../src/webview/kit/slider';
import { Table } from '../../../src/webview/kit/table';
import { Tree } from '../../../src/webview/kit/tree';
import { TableModel } from '../../../src/webview/kit/tableModel';

const nothing = (): void => undefined;
const LONG = 'A name that is much longer than the room that there is for it in a narrow panel';

/** A value that its component changes. */
function held<T>(value: T): { readonly at: Signal<T>; readonly set: (value: T) => void } {
  const at = signal(value);
  return { at, set: (next) => (at.value = next) };
}

const announcer = new Announcer();
const open = held(true);
const text = held('0.4');
const choice = held('b');
const choices = held<readonly string[]>(['a']);
const checked = held(true);
const width = held(300);
const OPTIONS = ['a', 'b', 'c'].map((value) => ({ value, label: `Option ${value}` }));

function Buttons(): VNode {
  return (
    <>
      <div class="button-row">
        <Button label="Primary" kind="primary" onClick={nothing} />
        <Button label="Secondary" kind="secondary" onClick={nothing} />
        <Button label="With Icon" kind="secondary" icon="refresh" onClick={nothing} />
        <Button label="Link" kind="link" onClick={nothing} />
        <Button label="Not now" kind="secondary" isDisabled onClick={nothing} />
        <Button label={LONG} kind="secondary" onClick={nothing} />
      </div>
      <div class="button-row">
        <Button label="Copy" icon="copy" bare onClick={nothing} />
        <Button label="Pressed" icon="settings" bare isPressed class="on" onClick={nothing} />
        <Button label="Not now" icon="edit" bare isDisabled onClick={nothing} />
        <Icon name="info" />
        <Hover label="12 → 312 tokens" content={() => 'More about them'} />
      </div>
    </>
  );
}

function Fields(): VNode {
  const number = { typed: text.at.value, placeholder: '1.0', isCount: false, onType: text.set };
  const scale = { ...number, label: 'Temperature', min: 0, max: 2, step: 0.1 };
  return (
    <>
      <Field
        id="number"
        label="A number"
        help="What it is for."
        isSet
        onReset={nothing}
        input={(input) => <NumberInput {...number} input={input} />}
      />
      <Field
        id="slider"
        label="Temperature"
        input={(input) => <Slider {...scale} input={input} value={0.4} standard={1} />}
      />
      <Field
        id="unknown"
        label="Not known"
        input={(input) => (
          <Slider {...scale} input={input} typed="" value={undefined} standard={undefined} />
        )}
      />
      <Field
        id="wrong"
        label={LONG}
        error="It has to be a number from 0 to 2."
        warning="This model does not take it."
        layout="below"
        input={(input) => <NumberInput {...number} input={input} typed="warm" />}
      />
      <Field
        id="choice"
        label="One of several"
        input={(input) => (
          <Choice input={input} options={OPTIONS} value={choice.at.value} onChange={choice.set} />
        )}
      />
      <Field
        id="choices"
        label="Any of several"
        isGroup
        layout="below"
        input={(input) => (
          <Choices
            input={input}
            label="Any of several"
            options={OPTIONS}
            values={choices.at.value}
            onChange={(value, isChosen) =>
              choices.set([
                ...choices.at.value.filter((one) => one !== value),
                ...(isChosen ? [value] : []),
              ])
            }
          />
        )}
      />
      <Field
        id="check"
        label="A check box"
        layout="before"
        input={(input) => <Check input={input} isOn={checked.at.value} onChange={checked.set} />}
      />
    </>
  );
}

const words = held('Some text\nof two lines');

/** Chips in each of their states. */
const chips: readonly ChipRow[] = (
  [
    { name: 'kite.png', facts: '84 KB', open: { label: 'Open kite.png', run: nothing } },
    { name: 'interview.mp3', facts: '34 %', state: 'busy', part: 0.34 },
    { name: LONG, state: 'failed', mend: { label: 'Retry', run: nothing } },
    { name: 'data.json', facts: 'expired', state: 'expired' },
  ] as const
).map((chip, at) => ({
  ...chip,
  id: String(at),
  spoken: chip.name,
  symbol: <Icon name="file" />,
  remove: { label: `Remove ${chip.name}`, run: nothing },
}));

function Messages(): VNode {
  return (
    <>
      <Banner tone="info">Something to know.</Banner>
      <Banner tone="warning" onDismiss={nothing}>
        {LONG}
      </Banner>
      <Banner tone="error" onDismiss={nothing}>
        It did not work: <Button label="Show Log" kind="secondary" onClick={nothing} />
      </Banner>
      <ChipList label="Chips" chips={chips} onLeft={nothing} />
      <GrowingText name="Some text" value={words.at.value} onText={words.set} />
      <GrowingText name="Wrong text" value="{" wrongBecause="wrong-because" onText={nothing} />
      <p id="wrong-because" class="field-error">
        It is no JSON.
      </p>
    </>
  );
}

const table = new TableModel(
  signal(
    Array.from({ length: 12 }, (_, at) => ({
      id: String(at),
      isSelectable: at % 2 === 0,
      ...(at === 3 && { tone: 'danger' as const }),
      cells: [
        { text: `Row ${at}`, action: 'open' },
        { text: at === 2 ? LONG : 'reader' },
        { text: '—', tone: 'muted' as const },
      ],
    })),
  ),
);
const empty = new TableModel(signal([]));
const COLUMNS = ['Name', 'Role', 'Note'].map((title) => ({ title }));

/** Enough of them for a field to search in. */
const menuRows: readonly MenuRow[] = Array.from({ length: 9 }, (_, at) => ({
  id: String(at),
  label: at === 4 ? LONG : `Row ${at}`,
  ...(at % 3 === 0 && { separator: at === 0 ? 'A heading' : '' }),
  ...(at === 1 && { description: 'with words beside it', isCurrent: true }),
  ...(at === 2 && { leads: true, icon: 'add' }),
  details: ['1,048,576 tokens in, 65,536 out', LONG],
}));

function Menus(): VNode {
  const open = (kind: 'choice' | 'actions', event: MouseEvent): void => {
    const page = { kind, title: 'A menu', placeholder: 'Search rows', rows: menuRows };
    openMenu(event.currentTarget as HTMLElement, {
      title: page.title,
      load: () => Promise.resolve(page),
      choose: nothing,
    });
  };
  return (
    <div class="button-row">
      <Button
        label="Choice"
        class="kit-choice"
        kind="secondary"
        isExpanded={false}
        onClick={(event) => open('choice', event)}
      />
      <Button
        label="Actions"
        class="kit-actions"
        kind="secondary"
        isExpanded={false}
        onClick={(event) => open('actions', event)}
      />
    </div>
  );
}

const nodes = [1, 2].map((at) => ({
  id: String(at),
  label: at === 2 ? LONG : `Row ${at}`,
  description: '4 messages',
  isCurrent: at === 1,
  children: [3, 4].map((below) => ({ id: `${at}.${below}`, label: `Row ${below}`, children: [] })),
}));

function Tables(): VNode {
  const actions = [{ id: 'remove', title: 'Remove', tone: 'danger' as const }];
  return (
    <>
      <Table
        id="full"
        model={table}
        caption="A table"
        columns={COLUMNS}
        actions={actions}
        empty="Nothing."
        onAction={nothing}
      />
      <Table
        id="empty"
        model={empty}
        caption="An empty table"
        columns={COLUMNS}
        empty="There is nothing here yet."
        onAction={nothing}
      />
      <Tree label="A tree" nodes={nodes} onChoose={nothing} />
    </>
  );
}

function Page(): VNode {
  return (
    <main class="kit">
      <h1>Components</h1>
      <h2>Buttons</h2>
      <Buttons />
      <h2>Menus</h2>
      <Menus />
      <h2>Fields</h2>
      <Section
        title="A section with fields"
        badge={{ text: '2' }}
        isOpen={open.at.value}
        onToggle={open.set}
      >
        <Fields />
      </Section>
      <Section title={LONG} badge={{ text: '1', isError: true }} isOpen={false} onToggle={nothing}>
        <p>Closed.</p>
      </Section>
      <h2>Messages and chips</h2>
      <Messages />
      <h2>Tables</h2>
      <Tables />
      <h2>Separator</h2>
      <div class="kit-row">
        <Separator
          label="Width"
          controls="side"
          width={width.at.value}
          range={{ least: 200, most: 600, usual: 300 }}
          onResize={width.set}
        />
        <div id="side">At the side</div>
      </div>
      <LiveRegion announcer={announcer} />
    </main>
  );
}

render(<Page />, document.getElementById('root') ?? document.body);
