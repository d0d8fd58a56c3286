/** The geometry of the sextant beside the sign-in screens: angles from straight down, counted to the right. */
const CENTRE = { x: 440, y: -170 }
/** The arc of a sextant is read in twice its angle, because its mirrors double it. */
const READING_PER_DEGREE = 2
const READING_AT_BOTTOM = 60
const SPAN_DEGREES = 34

const rounded = (value: number): number => Math.round(value * 10) / 10

function point(degrees: number, radius: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: rounded(CENTRE.x + Math.sin(angle) * radius), y: rounded(CENTRE.y + Math.cos(angle) * radius) }
}

const at = (degrees: number, radius: number): string => {
  const { x, y } = point(degrees, radius)
  return `${x} ${y}`
}

/** A line along the radius. */
export const spoke = (degrees: number, from: number, to: number): string =>
  `M${at(degrees, from)}L${at(degrees, to)}`

export const arc = (radius: number, from = -SPAN_DEGREES, to = SPAN_DEGREES): string =>
  `M${at(from, radius)}A${radius} ${radius} 0 0 0 ${at(to, radius)}`

/** A piece of a ring. */
export const sector = (from: number, to: number, inner: number, outer: number): string =>
  `${arc(inner, from, to)}L${at(to, outer)}A${outer} ${outer} 0 0 1 ${at(from, outer)}Z`

/**
 * Lines of a scale, by how much they count: `every` so many of the smallest there is a longer one.
 * @param length of the lines, the smallest first; a line has the greatest length that is due to it
 */
export function graduation(
  { from, step, count }: { from: number; step: number; count: number },
  radius: number,
  lengths: readonly { every: number; length: number }[],
): string[] {
  const paths = lengths.map(() => '')
  for (let index = 0; index <= count; index++) {
    const rank = lengths.findLastIndex(({ every }) => index % every === 0)
    paths[rank] += spoke(from + index * step, radius, radius + lengths[rank]!.length)
  }
  return paths
}

/** The numbers on the arc, where they stand and how they lean. */
export const readings = (radius: number): { text: string; x: number; y: number; lean: number }[] =>
  Array.from({ length: 13 }, (_, index) => {
    const degrees = 30 - index * 5
    return {
      text: String(READING_AT_BOTTOM - degrees * READING_PER_DEGREE),
      ...point(degrees, radius),
      lean: -degrees,
    }
  })
