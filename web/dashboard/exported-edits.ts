import type { Exported } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type Facts } from '#web/table/sheet.ts'
import type { Edit, EditTexts } from './EditHistory.tsx'

/** So many edits fit into a file. */
const EDITS_MAX = 5_000

/** Edits that are older than one, the newest first. */
export type ReadEdits = (cursor: number | undefined) => Promise<{ edits: Edit[]; hasMore: boolean }>

/** A history to its end, page after page. */
export async function exportedEdits(
  read: ReadEdits,
  { named, change }: EditTexts,
  facts: Facts = [],
): Promise<Exported> {
  const edits: Edit[] = []
  let hasMore = true
  while (hasMore && edits.length < EDITS_MAX) {
    const page = await read(edits.at(-1)?.id)
    edits.push(...page.edits)
    hasMore = page.hasMore && page.edits.length > 0
  }
  return {
    sheet: sheetFrom(edits, [
      ['When', 'text', ({ at }) => at],
      ['Who', 'text', ({ by }) => by],
      ['What', 'text', named],
      ['Change', 'text', change],
    ]),
    facts: [
      ...facts,
      [
        'Rows',
        hasMore ? `the newest ${edits.length}, older ones are not in this file` : `all ${edits.length}`,
      ],
    ],
    isReadNow: true,
  }
}
