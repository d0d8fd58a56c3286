import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { Facts, Sheet } from '#web/table/sheet.ts'

interface ChartExportProps {
  /** Of the chart. */
  title: string
  /** Its numbers, at the moment when somebody asks. */
  sheet: () => Sheet | Promise<Sheet>
  /** What its numbers are of, where that is something else than the page's. */
  facts?: Facts
  isDisabled?: boolean
}

/** The numbers of a chart as a file. */
export const ChartExport = ({ title, sheet, facts = [], isDisabled = false }: ChartExportProps) => (
  <ExportMenu
    label="Chart data"
    content={async () => ({ sheet: await sheet(), facts: [['Chart', title], ...facts] })}
    fileName={title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}
    isDisabled={isDisabled}
  />
)
