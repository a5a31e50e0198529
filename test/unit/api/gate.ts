/** Something that happens once, for a test to wait for. */
export class Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;

  constructor() {
    let open = (): void => undefined;
    this.opened = new Promise((resolve) => {
      open = resolve;
    });
    this.open = () => open();
  }
}
