/** Whether something over the window has the keyboard to itself: a dialog, an image that fills it, or a list. */
export function isWindowCovered(): boolean {
  return document.querySelector('[role=dialog]') !== null
}
