import { CircleCheck, CircleDashed, LoaderCircle, TriangleAlert, Unplug } from 'lucide-react'
import { cx } from './class-names.ts'
import { Flag } from './Flag.tsx'
import { Icon } from './Icon.tsx'
import styles from './RegionCard.module.css'

const STATES = {
  connected: { icon: CircleCheck, name: 'Connected' },
  none: { icon: CircleDashed, name: 'Not connected' },
  checking: { icon: LoaderCircle, name: 'Checking' },
  expiring: { icon: TriangleAlert, name: 'Reconnect' },
  broken: { icon: Unplug, name: 'Broken' },
} as const

export interface RegionCardProps {
  name: string
  state: keyof typeof STATES
  /** Codes of its marketplaces. */
  marketplaces: readonly string[]
  /** What holds, or what has to be done. */
  children: React.ReactNode
  /** Muted, at the foot. */
  remark?: string
  /** What can be done. */
  foot?: React.ReactNode
}

/** A region of marketplaces and how it is connected: a sign, a word, and a line on the top edge where something is wrong. */
export const RegionCard = ({ name, state, marketplaces, children, remark, foot }: RegionCardProps) => (
  <article className={cx(styles.card, styles[state])} aria-label={name}>
    <div className={styles.head}>
      <h3>{name}</h3>
      <span className={styles.state}>
        <Icon of={STATES[state].icon} size={16} />
        {STATES[state].name}
      </span>
    </div>
    <span className={styles.flags}>
      {marketplaces.map((code) => (
        <Flag key={code} country={code} width={18} />
      ))}
    </span>
    <p className={styles.text}>{children}</p>
    {(remark || foot) && (
      <div className={styles.foot}>
        {remark && <span className={styles.remark}>{remark}</span>}
        {foot}
      </div>
    )}
  </article>
)

/** Regions beside each other within one border. */
export const RegionCards = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <section aria-label={label} className={styles.cards}>
    {children}
  </section>
)
