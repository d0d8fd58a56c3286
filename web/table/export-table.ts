import { csvText } from '#contract/delimited-text.ts'
import { saveFile } from './save-file.ts'
import type { Facts, Sheet } from './sheet.ts'

export type ExportKind = 'csv' | 'xlsx'
/** The facts, an empty line, and the table, unrounded. */
export const csvOf = ({ heads, rows }: Sheet, facts: Facts): string =>
  csvText([...(facts.length > 0 ? [...facts, []] : []), heads, ...rows])

/** Gives the table as a file. */
export async function exportTable(
  sheet: Sheet,
  kind: ExportKind,
  fileName: string,
  facts: Facts,
): Promise<void> {
  const content =
    kind === 'csv'
      ? new Blob([csvOf(sheet, facts)], { type: 'text/csv;charset=utf-8' })
      : await workbookOf(sheet, facts)
  saveFile(`${fileName}.${kind}`, content)
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
