/** `savedViews.*`: what browser and server agree on. */
import { z } from 'zod'
import { text } from './fields.ts'
import { SAVED_VIEW_PAGES, VIEW_LENGTH_MAX, VIEW_NAME_MAX } from './dashboards/saved-views.ts'

const Page = z.enum(SAVED_VIEW_PAGES)
const Name = text(VIEW_NAME_MAX).trim().min(1, 'Enter a name for the view.')

export const SavedViewsInput = z.object({ page: Page })
export const SaveViewInput = z.object({ page: Page, name: Name, view: text(VIEW_LENGTH_MAX) })
export const RenameViewInput = z.object({ page: Page, name: Name, newName: Name })
export const DeleteViewInput = z.object({ page: Page, name: Name })

/** What somebody saved of a page. The page alone reads it, and trusts nothing in it. */
export interface StoredView {
  name: string
  /** JSON. */
  view: string
}
