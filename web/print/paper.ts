import { createContext, use } from 'react'

/** The width of an A4 sheet in landscape between margins of 12 mm, in pixels. */
export const PAPER_WIDTH = Math.floor(((297 - 2 * 12) / 25.4) * 96)

/** How wide a table may be on the sheet it stands on. */
export const PaperWidth = createContext<number | null>(null)

/** Null on the screen, where the window says how wide a table may be. */
export const usePaperWidth = (): number | null => use(PaperWidth)
