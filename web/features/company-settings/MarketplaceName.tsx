import { marketplaceOf } from '#contract/marketplaces.ts'
import { Flag } from '#web/ui/Flag.tsx'
import styles from './MarketplaceName.module.css'

export const MarketplaceName = ({ code }: { code: string }) => (
  <span className={styles.name}>
    <Flag country={code} width={18} />
    {marketplaceOf(code)?.label ?? code}
  </span>
)
