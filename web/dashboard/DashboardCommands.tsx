import { useEffect, useMemo, useRef } from 'react'
import { CURRENCIES, CURRENCY_CODES } from '#contract/currencies.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange } from '#web/filters/date-presets.ts'
import { dateLimits } from '#web/filters/date-rules.ts'
import { useCommands, type Command } from '#web/shell/commands.ts'
import type { CommonFilter } from './dashboard-view.ts'
import type { DashboardFrame } from './use-dashboard.ts'

interface DashboardCommandsProps {
  frame: DashboardFrame
  /** The filters cannot be changed. */
  isLocked: boolean
  onExport: (() => void) | undefined
  /** Asks for the moment as of which the page is to be read. */
  onAsItWas: () => void
}

/** What the palette can do on a dashboard beside its filters: the presets of the date picker, and the file. */
export function DashboardCommands({ frame, isLocked, onExport, onAsItWas }: DashboardCommandsProps) {
  const { offered } = frame.subject
  const { filters, dates } = frame.dashboard
  const { today } = frame.context
  const { min, max } = dateLimits(dates, frame.context)
  const on = useRef({ change: frame.change, onExport, onAsItWas, back: () => frame.past.show(null) })
  useEffect(() => {
    on.current = { change: frame.change, onExport, onAsItWas, back: () => frame.past.show(null) }
  })
  const canExport = onExport !== undefined
  const isPast = frame.past.asOf !== undefined
  const commands = useMemo((): Command[] => {
    const hasFilter = (filter: CommonFilter) => !isLocked && filters.includes(filter)
    return [
      ...(hasFilter('dates') || hasFilter('presets') ? (dates.presets ?? DATE_PRESET_IDS) : [])
        .filter((preset) => !dates.disabledPresets?.includes(preset))
        .map((preset): Command => ({
          id: `dates ${preset}`,
          label: DATE_PRESETS[preset],
          group: 'Dates',
          words: 'period range',
          run: () => {
            const { start, end } = presetRange(preset, { min, max }, today)
            on.current.change({ startDate: start, endDate: end })
          },
        })),
      ...(hasFilter('marketplaces') ? offered : []).map((code): Command => ({
        id: `marketplace ${code}`,
        label: `Only ${marketplaceOf(code)?.label ?? code}`,
        group: 'Filters',
        words: `marketplace country ${code}`,
        isFoundOnly: true,
        run: () => on.current.change({ marketplaces: [code] }),
      })),
      ...(hasFilter('currency') ? CURRENCY_CODES : []).map((code): Command => ({
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
    ]
  }, [min, max, today, canExport, isPast, isLocked, filters, dates, offered])
  useCommands(commands)
  return null
}
