/** Ways from what an inspector shows to what stands beside it. */
export interface Neighbours {
  /** "3 of 48". */
  place: string
  /** Absent at the first. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Of the same row in the columns beside it: keys lead there. */
  onLeft?: (() => void) | undefined
  onRight?: (() => void) | undefined
}

/** Those of one in a list, which `open` leads to; undefined where it is not in the list. */
export function neighboursIn(
  ids: readonly string[],
  id: string,
  open: (id: string) => void,
): Neighbours | undefined {
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  const to = (other: string | undefined) => (other === undefined ? undefined : () => open(other))
  return { place: `${at + 1} of ${ids.length}`, onPrevious: to(ids[at - 1]), onNext: to(ids[at + 1]) }
}
