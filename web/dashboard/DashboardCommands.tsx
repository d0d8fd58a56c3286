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
  /** Asks for the moment as of which the page is to be read. */
  onAsItWas: () => void
}

/** What the palette can do on a dashboard beside its filters: the presets of the date picker, and the file. */
export function DashboardCommands({ frame, onExport, onAsItWas }: DashboardCommandsProps) {
  const { offered } = frame.subject
  const { filters, dates } = frame.dashboard
  const { today, window } = frame.context
  const firstDay = window?.start ?? today
  const lastDay = window?.end ?? today
  const latest = dates.whenOutside ? lastDay : later(lastDay, today)
  const on = useRef({ change: frame.change, onExport, onAsItWas, back: () => frame.past.show(null) })
  useEffect(() => {
    on.current = { change: frame.change, onExport, onAsItWas, back: () => frame.past.show(null) }
  })
  const canExport = onExport !== undefined
  const isPast = frame.past.asOf !== undefined
  const commands = useMemo(
    (): Command[] => [
      ...DATE_PRESET_IDS.filter((preset) => !dates.disabledPresets?.includes(preset)).map(
        (preset): Command => ({
          id: `dates ${preset}`,
          label: DATE_PRESETS[preset],
          group: 'Dates',
          words: 'period range',
          run: () => {
            const { start, end } = presetRange(preset, firstDay, latest)
            on.current.change({ startDate: start, endDate: end })
          },
        }),
      ),
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
      {
        id: 'as it was',
        label: 'As it was…',
        group: 'View',
        words: 'past moment history time version before undo',
        run: () => on.current.onAsItWas(),
      },
      ...(isPast
        ? [
            {
              id: 'back to now',
              label: 'Back to now',
              group: 'View' as const,
              words: 'as it was present today',
              run: () => on.current.back(),
            },
          ]
        : []),
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
    [firstDay, latest, canExport, isPast, filters, dates, offered],
  )
  useCommands(commands)
  return null
}
