import { FileUp, Scale, type LucideIcon } from 'lucide-react'
import { PATHS } from '#web/paths.ts'

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  to: (typeof PATHS)['transactionProfitAndLoss' | 'import' | 'admin']
  /** What the address holds besides the company. */
  params?: { page: string }
  badge?: 'Beta' | 'New'
  /** `g` and then a letter. */
  shortcut?: string
  /** Other words somebody may look for in the palette. */
  words?: string
}

export interface NavigationGroup {
  label: string
  badge?: 'Beta' | 'New'
  entries: NavigationEntry[]
}

/** The pages of a company, in the order of the sidebar. A page that is built adds its line; nothing else lists them. */
export const NAVIGATION: NavigationGroup[] = [
  {
    label: 'Profit',
    entries: [
      {
        label: 'Profit and loss',
        icon: Scale,
        to: PATHS.transactionProfitAndLoss,
        shortcut: 'g p',
        words: 'p&l statement',
      },
    ],
  },
  {
    label: 'Data',
    entries: [{ label: 'Import', icon: FileUp, to: PATHS.import, words: 'upload files reports' }],
  },
]
