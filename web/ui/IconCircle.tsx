import { Check, FileSearch, FileText, Frown, Hand, Mail, Search, ShieldCheck } from 'lucide-react'
import { Icon } from './Icon.tsx'
import styles from './IconCircle.module.css'

const ICONS = {
  mail: Mail,
  check: Check,
  file: FileText,
  frown: Frown,
  hand: Hand,
  search: Search,
  'search-doc': FileSearch,
  security: ShieldCheck,
} as const

export type IconCircleKind = keyof typeof ICONS

/** Stands over the title of a short page or dialog. */
export const IconCircle = ({ kind }: { kind: IconCircleKind }) => (
  <span className={styles.circle}>
    <Icon of={ICONS[kind]} size={20} />
  </span>
)
