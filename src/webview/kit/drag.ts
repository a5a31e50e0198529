/**
 * Follows a pointer from where it was pressed until it is let go, wherever it goes.
 * @param event press of the pointer on what is dragged
 * @param onMove told how far it is from there, in pixels to the right
 */
export function dragSideways(
  {
    currentTarget: target,
    clientX: start,
    pointerId,
  }: PointerEvent & { currentTarget: HTMLElement },
  onMove: (by: number) => void,
): void {
  target.setPointerCapture(pointerId);
  target.classList.add('dragging');
  const move = (moved: PointerEvent): void => onMove(moved.clientX - start);
  const end = (): void => {
    target.classList.remove('dragging');
    target.removeEventListener('pointermove', move);
  };
  target.addEventListener('pointermove', move);
  target.addEventListener('lostpointercapture', end, { once: true });
}
