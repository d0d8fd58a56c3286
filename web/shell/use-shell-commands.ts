import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCommands, type Command } from './commands.ts'
import { PALETTE_SHORTCUT } from './JumpField.tsx'
import { searchTo, shownNavigation } from './navigation.ts'
import { setTheme, THEMES, type Theme } from './theme.ts'
import { useIsEmpty, useShellCompany } from './use-company.ts'
import { useSwitchCompany } from './use-switch-company.ts'

const THEME_LABELS: Record<Theme, string> = {
  light: 'Light theme',
  dark: 'Dark theme',
  system: 'Theme of the system',
}

interface ShellActions {
  openPalette: () => void
  toggleSidebar: () => void
  listShortcuts: () => void
}

/** What can be done on every page. */
export function useShellCommands({ openPalette, toggleSidebar, listShortcuts }: ShellActions): void {
  const { companies, company } = useShellCompany()
  const isEmpty = useIsEmpty()
  const navigate = useNavigate()
  const switchTo = useSwitchCompany()
  const commands = useMemo((): Command[] => {
    const pages = shownNavigation(company !== undefined).flatMap(({ label: group, entries }) =>
      entries
        .filter(({ needsData }) => !(needsData && isEmpty))
        .map(({ label, to, shortcut, ...entry }): Command => ({
          id: `page ${to}`,
          label,
          group: group === 'Help' ? 'Help' : 'Pages',
          page: to,
          ...(shortcut && { shortcut }),
          run: () => void navigate({ to, params: { companyId: company?.id ?? '' }, ...searchTo(entry) }),
        })),
    )
    const others = companies
      .filter(({ id }) => id !== company?.id)
      .map(({ id, name }): Command => ({
        id: `company ${id}`,
        label: name,
        group: 'Companies',
        words: 'switch company',
        run: () => switchTo(id),
      }))
    const themes = THEMES.map((theme): Command => ({
      id: `theme ${theme}`,
      label: THEME_LABELS[theme],
      group: 'View',
      words: 'appearance colours night',
      run: () => setTheme(theme),
    }))
    return [
      ...pages,
      ...others,
      ...themes,
      { id: 'sidebar', label: 'Open or close the sidebar', group: 'View', shortcut: '[', run: toggleSidebar },
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        group: 'Help',
        words: 'keys help',
        shortcut: '?',
        run: listShortcuts,
      },
      {
        id: 'palette',
        label: 'Command palette',
        group: 'Help',
        shortcut: PALETTE_SHORTCUT,
        isUnlisted: true,
        run: openPalette,
      },
    ]
  }, [companies, company, isEmpty, navigate, switchTo, openPalette, toggleSidebar, listShortcuts])
  useCommands(commands)
}
