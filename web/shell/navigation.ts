import { FileUp, Scale, ShieldCheck, type LucideIcon } from 'lucide-react'
import { PATHS, type AdminPath } from '#web/paths.ts'

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  to: AdminPath | (typeof PATHS)['transactionProfitAndLoss' | 'import']
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

/** For platform administrators. */
export const PLATFORM: NavigationGroup = {
  label: 'Operation',
  entries: [
    {
      label: 'Platform',
      icon: ShieldCheck,
      to: PATHS.adminCompanies,
      words: 'administration brands companies licenses jobs audit log maintenance',
    },
  ],
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
