import { useMemo, type RefObject } from 'react'
import { useCommands, type Command } from '#web/shell/commands.ts'

/** Keys that open the filters of a bar (design, section 11). A filter that has moved is in Advanced filters. */
export function useFilterCommands(bar: RefObject<HTMLElement | null>, hasAdvanced: boolean): void {
  const commands = useMemo((): Command[] => {
    const press = (selector: string) => {
      const button = (where: string) => bar.current?.querySelector<HTMLElement>(`${where} button`)
      const opened = button(selector) ?? button('[data-advanced-filters]')
      opened?.focus()
      opened?.click()
    }
    return [
      {
        id: 'filter dates',
        label: 'Choose dates',
        group: 'Filters',
        shortcut: 'd',
        run: () => press('[data-filter="dates"]'),
      },
      {
        id: 'filter marketplaces',
        label: 'Choose marketplaces',
        group: 'Filters',
        shortcut: 'm',
        run: () => press('[data-filter="marketplaces"]'),
      },
      ...(hasAdvanced
        ? [
            {
              id: 'filter advanced',
              label: 'Advanced filters',
              group: 'Filters' as const,
              shortcut: 'f',
              run: () => press('[data-advanced-filters]'),
            },
          ]
        : []),
    ]
  }, [bar, hasAdvanced])
  useCommands(commands)
}
