/** Makes the window this many CSS pixels wide, as media queries see it. */
export function setViewportWidth(width: number): void {
  Object.assign(window, { innerWidth: width })
}
