import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { Sheet } from '#web/table/sheet.ts'

interface ChartExportProps {
  /** Of the chart. */
  title: string
  /** Its numbers, at the moment when somebody asks. */
  sheet: () => Sheet | Promise<Sheet>
  isDisabled?: boolean
}

/** The numbers of a chart as a file. */
export const ChartExport = ({ title, sheet, isDisabled = false }: ChartExportProps) => (
  <ExportMenu
    label="Chart data"
    content={async () => ({ sheet: await sheet(), facts: [['Chart', title]] })}
    fileName={title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}
    isDisabled={isDisabled}
  />
)
