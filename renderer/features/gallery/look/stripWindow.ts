/** Frames of a strip that are in the page. */
export interface StripWindow {
  readonly from: number
  readonly length: number
}

/**
 * Which of `count` frames are seen where `room` of them fit. The strip stays as it was (`from`) while the frame `at` and
 * one on each side of it are in view: what was clicked doesn't move. From farther away, that frame comes to the middle.
 */
export function stripWindow({
  from,
  room,
  at,
  count,
}: {
  readonly from: number
  readonly room: number
  readonly at: number
  readonly count: number
}): StripWindow {
  const last = Math.max(0, count - room)
  const margin = room > 2 ? 1 : 0
  const [least, most] = [at - room + 1 + margin, at - margin]
  const isNear = from >= least - 1 && from <= most + 1
  const wanted = isNear ? Math.min(most, Math.max(least, from)) : at - Math.floor(room / 2)
  const start = Math.min(last, Math.max(0, wanted))
  return { from: start, length: Math.min(room, count - start) }
}
