import {
  BookCheck,
  BookOpen,
  Building2,
  Bug,
  CalendarCheck,
  Coins,
  CreditCard,
  FileUp,
  Gauge,
  LayoutGrid,
  Lock,
  Landmark,
  LogOut,
  Package,
  Plug,
  ReceiptText,
  Scale,
  ScrollText,
  Tag,
  TrendingUp,
  UserRound,
  Users,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { hasPreReleaseFeatures } from '#web/pre-release.ts'
import { keptMoment } from '#web/search-params.ts'

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  to: CompanyPath | (typeof PATHS)['admin' | 'licenses' | 'debug' | 'signOut']
  /** What the address holds besides the company. */
  params?: { page: string }
  badge?: 'Beta' | 'New'
  /** There is nothing to see before something was imported. */
  needsData?: true
  /** What is entered stands beside numbers: it is read as of their moment, or says there that it is of now. */
  isEntered?: true
  /** `g` and then a letter. */
  shortcut?: string
  /** A pattern: pages whose address has this belong to it as well. */
  area?: string
}

export interface NavigationGroup {
  label: string
  /** Its pages are not finished: the group is there only where such features are switched on. */
  isPreRelease?: boolean
  badge?: 'Beta' | 'New'
  entries: NavigationEntry[]
}

/** What of the address goes along to a page: the moment as of which numbers are read, to those that have any. */
export const searchTo = ({ needsData, isEntered }: Pick<NavigationEntry, 'needsData' | 'isEntered'>) =>
  needsData || isEntered ? { search: keptMoment } : {}

/** All pages, in the order of the sidebar. A page that is built adds its line; the palette knows further words for it. */
const NAVIGATION: NavigationGroup[] = [
  {
    label: 'Sales',
    entries: [
      {
        label: 'Executive summary',
        icon: Gauge,
        to: PATHS.executiveSummaryNew,
        area: '/executiveSummary/',
        needsData: true,
        shortcut: 'g e',
      },
      {
        label: 'All in one',
        icon: LayoutGrid,
        to: PATHS.allInOne,
        needsData: true,
        shortcut: 'g a',
      },
      {
        label: 'Brand manager',
        icon: Tag,
        to: PATHS.brandManagerMarketplace,
        // Trends lie below it, and are a page of their own.
        area: '/brandManager/(?!trends)',
        needsData: true,
        shortcut: 'g b',
      },
      {
        label: 'Trends',
        icon: TrendingUp,
        to: PATHS.salesTrends,
        area: '/trends/',
        needsData: true,
        shortcut: 'g t',
      },
      {
        label: 'Weekly business review',
        icon: CalendarCheck,
        to: PATHS.weeklyReview,
        needsData: true,
        shortcut: 'g w',
      },
    ],
  },
  {
    label: 'Profit',
    entries: [
      {
        label: 'Profit and loss',
        icon: Scale,
        to: PATHS.transactionProfitAndLoss,
        area: '/profitAndLoss/',
        needsData: true,
        shortcut: 'g p',
      },
      {
        label: 'Unit economics',
        icon: Coins,
        to: PATHS.unitEconomics,
        needsData: true,
        shortcut: 'g u',
      },
      { label: 'Expenses', icon: CreditCard, to: PATHS.expenses, isEntered: true, shortcut: 'g x' },
    ],
  },
  {
    label: 'Operations',
    entries: [
      { label: 'Product master', icon: Package, to: PATHS.productMaster, isEntered: true, shortcut: 'g m' },
    ],
  },
  {
    label: 'Accounting',
    entries: [
      { label: 'Journals', icon: BookCheck, to: PATHS.journals, needsData: true, shortcut: 'g j' },
      { label: 'VAT report', icon: ReceiptText, to: PATHS.vatReport, needsData: true },
      { label: 'Stock value', icon: Warehouse, to: PATHS.stockValue, needsData: true },
      { label: 'Bank match', icon: Landmark, to: PATHS.bankMatch, needsData: true },
      { label: 'Closed months', icon: Lock, to: PATHS.accountingMonths, needsData: true },
    ],
  },
  {
    label: 'Data',
    entries: [{ label: 'Import', icon: FileUp, to: PATHS.import }],
  },
  {
    label: 'Account',
    entries: [
      { label: 'Connections', icon: Plug, to: PATHS.connections, shortcut: 'g c' },
      {
        label: 'Company settings',
        icon: Building2,
        to: PATHS.companyGeneral,
        area: '/companySettings/sqp',
      },
      { label: 'Team', icon: Users, to: PATHS.companyTeam },
      { label: 'Subscription', icon: CreditCard, to: PATHS.subscription },
      {
        label: 'Personal details',
        icon: UserRound,
        to: PATHS.userDetails,
        area: '/userSettings/',
      },
    ],
  },
  {
    label: 'Help',
    entries: [
      {
        label: 'What the numbers mean',
        icon: BookOpen,
        to: PATHS.glossary,
      },
      { label: 'Licenses', icon: ScrollText, to: PATHS.licenses },
      { label: 'Debug', icon: Bug, to: PATHS.debug },
      { label: 'Sign out', icon: LogOut, to: PATHS.signOut },
    ],
  },
]

/** The groups that this browser shows; without a company those that are about none. */
export const shownNavigation = (
  hasCompany: boolean,
  groups = NAVIGATION,
  withPreRelease = hasPreReleaseFeatures(),
): NavigationGroup[] =>
  groups
    .filter(({ isPreRelease }) => withPreRelease || !isPreRelease)
    .map((group) => ({ ...group, entries: group.entries.filter(({ to }) => hasCompany || !isOfCompany(to)) }))
    .filter(({ entries }) => entries.length > 0)

const isOfCompany = (to: NavigationEntry['to']): boolean => to.startsWith('/$companyId/')
