import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { useCommands, type Command } from './commands.ts'
import { ShortcutList } from './ShortcutList.tsx'

const ignore = () => {}
const COMMANDS: Command[] = [
  { id: 'pnl', label: 'Profit and loss', group: 'Pages', shortcut: 'g p', run: ignore },
  { id: 'import', label: 'Import', group: 'Pages', run: ignore },
  { id: 'company', label: 'Harbour & Hearth', group: 'Companies', run: ignore },
  { id: 'days', label: 'Last 30 days', group: 'Dates', run: ignore },
  { id: 'dates', label: 'Choose dates', group: 'Filters', shortcut: 'd', run: ignore },
  { id: 'csv', label: 'Export as CSV', group: 'Export', run: ignore },
  { id: 'sidebar', label: 'Open or close the sidebar', group: 'View', shortcut: '[', run: ignore },
  {
    id: 'palette',
    label: 'Command palette',
    group: 'Help',
    shortcut: 'Mod+k',
    isUnlisted: true,
    run: ignore,
  },
]

function WithCommands({ children }: { children: React.ReactNode }) {
  useCommands(COMMANDS)
  return children
}

export const gallery: GalleryPage = {
  group: 'Shell',
  title: 'Command palette and shortcuts',
  states: [
    {
      name: 'Palette',
      isAlone: true,
      render: () => (
        <WithCommands>
          <CommandPalette onClose={ignore} />
        </WithCommands>
      ),
    },
    {
      name: 'Shortcuts',
      isAlone: true,
      render: () => (
        <WithCommands>
          <ShortcutList onClose={ignore} />
        </WithCommands>
      ),
    },
  ],
}
