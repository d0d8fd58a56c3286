import { z } from 'zod'

/** What people are told of a kind of report. */
export const GuideReport = z.object({
  /** Of one that is read: its type. */
  id: z.string().nullable(),
  label: z.string(),
  isRead: z.boolean(),
  /** What it is for; of one that is not read, what is said of such a file. */
  gives: z.string(),
  /** Where it is found, by the English names of menus. */
  where: z.string().nullable(),
  /** Its address below the Seller Central of a marketplace, which no language changes. */
  path: z.string().nullable(),
  /** The menus in other languages, where a source has them. */
  local: z.array(z.object({ language: z.string(), menus: z.string() })),
})
export type GuideReport = z.infer<typeof GuideReport>
