/** Whether something lies over the window that has the keyboard to itself: a dialog, an image that fills it, a list. */
export function isWindowCovered(): boolean {
  return document.querySelector('[role=dialog]') !== null
}
