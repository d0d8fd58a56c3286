import { DIFFERENCES_NAMED_MAX, type VerificationResult } from '#contract/verification.ts'
import type { Exported } from '#web/table/ExportMenu.tsx'
import { sheetFrom } from '#web/table/sheet.ts'

/** All that are named. Amounts are in their own currency, of which `of` tells. */
export const differencesExport = ({ differences, tables, version }: VerificationResult): Exported => ({
  sheet: sheetFrom(differences, [
    ['Table', 'text', ({ table }) => table],
    ['Day', 'day', ({ day }) => day],
    ['Number', 'text', ({ line }) => line],
    ['Of', 'text', ({ of }) => of],
    ['Shown', 'number', ({ published }) => published.amount],
    ['Rows shown', 'count', ({ published }) => published.rows],
    ['By the files', 'number', ({ recomputed }) => recomputed.amount],
    ['Rows by the files', 'count', ({ recomputed }) => recomputed.rows],
  ]),
  facts: [
    ['Dates', 'all'],
    ['Checked data version', String(version)],
    [
      'Days that differ',
      String(tables.reduce((sum, { daysThatDiffer }) => sum + daysThatDiffer, 0)),
      'count',
    ],
    ...(differences.length < DIFFERENCES_NAMED_MAX
      ? []
      : [['Warning', `No more than ${DIFFERENCES_NAMED_MAX} differences are named.`] as const]),
  ],
})
