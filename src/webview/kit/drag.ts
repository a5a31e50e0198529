/**
 * Follows a pointer until released, even outside of the element.
 * @param event pointerdown event
 * @param onMove called with the horizontal distance from the start, in pixels
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
