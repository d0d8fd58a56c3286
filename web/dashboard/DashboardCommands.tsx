import { useEffect, useMemo, useRef } from 'react'
import { later } from '#contract/date-range.ts'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange } from '#web/filters/date-presets.ts'
import { useCommands, type Command } from '#web/shell/commands.ts'
import type { DashboardFrame } from './use-dashboard.ts'

interface DashboardCommandsProps {
  frame: DashboardFrame
  onExport: (() => void) | undefined
}

/** What the palette can do on a dashboard beside its filters: the presets of the date picker, and the file. */
export function DashboardCommands({ frame, onExport }: DashboardCommandsProps) {
  const { firstDay, lastDay } = frame.subject
  const latest = later(lastDay, frame.context.today)
  const on = useRef({ change: frame.change, onExport })
  useEffect(() => {
    on.current = { change: frame.change, onExport }
  })
  const canExport = onExport !== undefined
  const commands = useMemo(
    (): Command[] => [
      ...DATE_PRESET_IDS.map((preset): Command => ({
        id: `dates ${preset}`,
        label: DATE_PRESETS[preset],
        group: 'Dates',
        words: 'period range',
        run: () => {
          const { start, end } = presetRange(preset, firstDay, latest)
          on.current.change({ startDate: start, endDate: end })
        },
      })),
      ...(canExport
        ? [
            {
              id: 'export csv',
              label: 'Export as CSV',
              group: 'Export' as const,
              words: 'download file spreadsheet',
              run: () => on.current.onExport?.(),
            },
          ]
        : []),
    ],
    [firstDay, latest, canExport],
  )
  useCommands(commands)
  return null
}
