import { useEffect, useMemo, useRef } from 'react'
import type { DateRange } from '#contract/date-range.ts'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange } from '#web/filters/date-presets.ts'
import { useCommands, type Command } from '#web/shell/commands.ts'

interface PnlCommandOptions {
  firstDay: string
  latest: string
  onDates: (range: DateRange) => void
  onExport: () => void
}

/** What the palette can do on this page beside its filters: the presets of the date picker, and the file. */
export function usePnlCommands({ firstDay, latest, onDates, onExport }: PnlCommandOptions): void {
  const on = useRef({ onDates, onExport })
  useEffect(() => {
    on.current = { onDates, onExport }
  })
  const commands = useMemo(
    (): Command[] => [
      ...DATE_PRESET_IDS.map((preset): Command => ({
        id: `dates ${preset}`,
        label: DATE_PRESETS[preset],
        group: 'Dates',
        words: 'period range',
        run: () => on.current.onDates(presetRange(preset, firstDay, latest)),
      })),
      {
        id: 'export csv',
        label: 'Export as CSV',
        group: 'Export',
        words: 'download file spreadsheet',
        run: () => on.current.onExport(),
      },
    ],
    [firstDay, latest],
  )
  useCommands(commands)
}
