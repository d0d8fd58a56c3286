import { Building2, CreditCard, FileUp, Scale, UserRound, Users, type LucideIcon } from 'lucide-react'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { hasPreReleaseFeatures } from '#web/pre-release.ts'

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  to: CompanyPath | (typeof PATHS)['admin']
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
  /** Its pages are not finished: the group is there only where such features are switched on. */
  isPreRelease?: boolean
  badge?: 'Beta' | 'New'
  entries: NavigationEntry[]
}

/** The pages of a company, in the order of the sidebar. A page that is built adds its line; nothing else lists them. */
const NAVIGATION: NavigationGroup[] = [
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
  {
    label: 'Account',
    entries: [
      {
        label: 'Company settings',
        icon: Building2,
        to: PATHS.companyGeneral,
        words: 'VAT exchange rates lead time delete',
      },
      { label: 'Team', icon: Users, to: PATHS.companyTeam, words: 'members invite roles' },
      { label: 'Subscription', icon: CreditCard, to: PATHS.subscription, words: 'licences' },
      {
        label: 'Personal details',
        icon: UserRound,
        to: PATHS.userDetails,
        words: 'password authenticator mfa devices sessions currency account',
      },
    ],
  },
]

/** The groups that this browser shows. */
export const shownNavigation = (
  groups = NAVIGATION,
  withPreRelease = hasPreReleaseFeatures(),
): NavigationGroup[] => groups.filter(({ isPreRelease }) => withPreRelease || !isPreRelease)
