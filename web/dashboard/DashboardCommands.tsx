import { useEffect, useMemo, useRef } from 'react'
import { CURRENCIES, CURRENCY_CODES } from '#contract/currencies.ts'
import { later } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange } from '#web/filters/date-presets.ts'
import { useCommands, type Command } from '#web/shell/commands.ts'
import type { DashboardFrame } from './use-dashboard.ts'

interface DashboardCommandsProps {
  frame: DashboardFrame
  onExport: (() => void) | undefined
}

/** What the palette can do on a dashboard beside its filters: the presets of the date picker, and the file. */
export function DashboardCommands({ frame, onExport }: DashboardCommandsProps) {
  const { offered } = frame.subject
  const { filters, dates } = frame.dashboard
  const { today, window } = frame.context
  const firstDay = window?.start ?? today
  const lastDay = window?.end ?? today
  const latest = dates.whenOutside ? lastDay : later(lastDay, today)
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
      ...(filters.includes('marketplaces') ? offered : []).map((code): Command => ({
        id: `marketplace ${code}`,
        label: `Only ${marketplaceOf(code)?.label ?? code}`,
        group: 'Filters',
        words: `marketplace country ${code}`,
        isFoundOnly: true,
        run: () => on.current.change({ marketplaces: [code] }),
      })),
      ...(filters.includes('currency') ? CURRENCY_CODES : []).map((code): Command => ({
        id: `currency ${code}`,
        label: `In ${code}`,
        group: 'Filters',
        words: `currency ${CURRENCIES[code]}`,
        isFoundOnly: true,
        run: () => on.current.change({ currencyCode: code }),
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
    [firstDay, latest, canExport, filters, offered],
  )
  useCommands(commands)
  return null
}
