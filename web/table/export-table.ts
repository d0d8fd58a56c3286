import { tsvText } from '#contract/delimited-text.ts'
import { DELIMITED_NOTATION } from '#web/ui/delimited-notation.ts'
import { csvPieces } from './csv.ts'
import { lastExportChoice, type ExportKind } from './export-choice.ts'
import type { ExportContent } from './ExportMenu.tsx'
import { saveFile } from './save-file.ts'
import { isNumberType, typeAt, type Facts, type Sheet } from './sheet.ts'

/** Gives a table as a file, with the rows and facts that were chosen last. */
export async function saveExported(
  content: ExportContent,
  kind: ExportKind,
  fileName: string,
): Promise<void> {
  const { rows, hasFacts } = lastExportChoice()
  const { sheet, facts = [] } = await content(rows)
  if (kind === 'xlsx') return saveFile(`${fileName}.xlsx`, await workbookOf(sheet, facts))
  const pieces = csvPieces(sheet, hasFacts ? facts : [], DELIMITED_NOTATION)
  saveFile(`${fileName}.csv`, new Blob([...pieces], { type: 'text/csv;charset=utf-8' }))
}

/** Puts its rows on the clipboard. Resolves with their number. */
export async function copyExported(content: ExportContent): Promise<number> {
  const { sheet } = await content(lastExportChoice().rows)
  const isNumber = (row: number, column: number) => row > 0 && isNumberType(typeAt(sheet, row - 1, column))
  await navigator.clipboard.writeText(
    tsvText([sheet.heads, ...sheet.rows], { notation: DELIMITED_NOTATION, isNumber }),
  )
  return sheet.rows.length
}

/** What writes workbooks is loaded only now, and works beside the page. */
function workbookOf(sheet: Sheet, facts: Facts): Promise<Blob> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' })
  const written = new Promise<Blob>((resolve, reject) => {
    const fail = () => reject(new Error('The workbook could not be written.'))
    worker.addEventListener('message', ({ data }: MessageEvent<{ blob: Blob | null }>) =>
      data.blob ? resolve(data.blob) : fail(),
    )
    worker.addEventListener('error', fail)
  })
  worker.postMessage({ sheet, facts })
  return written.finally(() => worker.terminate())
}
