import type { ReactNode } from 'react'

export const GALLERY_GROUPS = [
  'Controls',
  'Feedback',
  'Table',
  'Charts',
  'Filters',
  'Shell',
  'Sign-in',
] as const

/** A piece in one of the states it can be in. */
interface GalleryState {
  name: string
  render: () => ReactNode
  /** Covers the page, like an open dialog; it is shown on a page of its own. */
  isAlone?: boolean
}

/**
 * All states of one piece. `Name.gallery.tsx` beside the piece exports it as `gallery`; the gallery at
 * `/__ui` and its tests find the file by that name.
 */
export interface GalleryPage {
  group: (typeof GALLERY_GROUPS)[number]
  title: string
  states: readonly GalleryState[]
}
