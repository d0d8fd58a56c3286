/** How a table that is too wide for a sheet is spread: smaller at first, then over several tables. */

export interface ColumnPage {
  /** Which of the column groups stand on it. */
  groups: number[]
}

export interface ColumnPages {
  pages: ColumnPage[]
  /** By how much everything is made smaller. All parts of one table have the same size of letters. */
  scale: number
}

/** Below this, 11 pixels are smaller than small print. */
const SCALE_MIN = 0.66

/** The lead columns stand on each page; groups of columns stay together. */
export function columnPages(
  groupWidths: readonly number[],
  leadWidth: number,
  paperWidth: number,
): ColumnPages {
  const whole = groupWidths.reduce((sum, width) => sum + width, leadWidth)
  const everything = groupWidths.map((_, index) => index)
  if (whole <= paperWidth / SCALE_MIN) {
    return { pages: [{ groups: everything }], scale: Math.min(1, paperWidth / whole) }
  }
  const room = paperWidth / SCALE_MIN - leadWidth
  // As few pages as there must be, and then none nearly empty: the narrowest room that needs no more of them.
  const count = filled(groupWidths, room).length
  const widths = groupWidths.reduce((sum, width) => sum + width, 0)
  let least = Math.max(widths / count, ...groupWidths)
  while (filled(groupWidths, least).length > count) least += EVEN_STEP
  const pages = filled(groupWidths, least)
  const widest = Math.max(
    ...pages.map(({ groups }) => groups.reduce((sum, group) => sum + (groupWidths[group] ?? 0), leadWidth)),
  )
  return { pages, scale: Math.min(1, paperWidth / widest) }
}

/** In pixels. */
const EVEN_STEP = 4

/** One page after the other, each with as many groups as it has room for. */
function filled(groupWidths: readonly number[], room: number): ColumnPage[] {
  const pages: ColumnPage[] = []
  let left = 0
  groupWidths.forEach((width, index) => {
    const page = pages.at(-1)
    if (!page || width > left) {
      pages.push({ groups: [index] })
      left = room - width
    } else {
      page.groups.push(index)
      left -= width
    }
  })
  return pages
}
